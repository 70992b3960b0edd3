import { removeTopics } from '@parapet/eventlog/kafka';
import { dropDatabase } from '@parapet/readmodel/mongodb';
import type { Storage } from './storage';

/** Drops all documents of a deployment, also while it runs: there is nothing that the log cannot make again. */
export const dropDocuments = ({ mongo }: Storage): Promise<void> => dropDatabase(mongo);

/** Removes what a deployment had on the servers, after its processes have ended. */
export async function removeStorage(storage: Storage): Promise<void> {
  await Promise.all([
    dropDocuments(storage),
    removeTopics({ brokers: storage.kafka.split(','), prefix: storage.prefix }),
  ]);
}
