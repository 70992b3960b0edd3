import type { EventLog } from '@parapet/eventlog';
import { allOver } from '../house/all-over';
import { type Deployment, type DeploymentOptions, openDeployment } from './deployment';
import { openLog } from './log';
import { removeStorage } from './remove-storage';
import { freshStorage, givenServers, type Servers, type Storage } from './storage';

/** A deployment that one test file has for itself. */
export interface OwnDeployment extends Deployment {
  readonly storage: Storage;
  /** What the services append to, for reading. */
  readonly log: EventLog;
}

export interface OwnOptions extends Omit<DeploymentOptions, 'storage'> {
  /** Those named by KAFKA_BROKERS and MONGODB_URL unless given. */
  readonly servers?: Servers;
}

/** Closed after the tests of the file, also when they failed. */
const open = new Set<() => Promise<void>>();
afterAll(async () => {
  const closing = [...open].map((close) => close());
  open.clear();
  await allOver(closing);
});

/** Opens a deployment on topics and a database of its own, which are removed afterwards. */
export async function openOwnDeployment(options: OwnOptions = {}): Promise<OwnDeployment> {
  const { servers = givenServers(), ...rest } = options;
  const storage = freshStorage(servers);
  const deployment = await openDeployment({ ...rest, storage });
  const opening = openLog(storage);
  open.add(async () => {
    try {
      await deployment.close();
    } finally {
      await opening.then((log) => log.close());
      await removeStorage(storage);
    }
  });
  return { ...deployment, storage, log: await opening };
}
