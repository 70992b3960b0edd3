import type { BatchHandler, ConsumeOptions, Subscription } from '../event-log';
import type { DeliveryHouse } from './delivery-options';
import { type ReadableTopic, runPartition } from './partition-loop';

const BATCH = 500;

/** What reads beside a group. */
export interface Beside extends ReadableTopic {
  readonly group: string;
  readonly options: ConsumeOptions;
}

/** Delivers every partition of a topic without being a member of the group: see `ConsumeOptions.beside`. */
export function readBeside(
  { topic, readers, group, options }: Beside,
  handler: BatchHandler,
  house: DeliveryHouse,
): Subscription {
  const { progress, batch = BATCH, restMs, onProgress } = options;
  if (!progress) throw new Error(`who reads beside ${group} must say where its progress lives`);
  const stop = new AbortController();
  const { signal } = stop;
  const work = readers.map((reader, partition) => {
    const info = { topic, group, partition, signal };
    return runPartition({ info, reader, progress, handler, batch, restMs, onProgress }, house);
  });
  return {
    close: async () => {
      stop.abort();
      await Promise.all(work);
    },
  };
}
