import { Unavailable } from '@parapet/contracts';
import { type EventLog, type Follower, openEmbeddedEventLog } from '@parapet/eventlog';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { testCredentials } from '../testing/test-credentials';
import { Readiness } from './readiness';
import { StorageHealth } from './storage-health';

let log: EventLog;
let store: ReadModel;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await openEmbeddedReadModel({ path: ':memory:' });
});
afterEach(async () => {
  await log.close();
  await store.close();
});

/** Tables whose patience ends before their topics are replayed, until `replayed` says so. */
async function tables(replayed: () => boolean, failure?: Error) {
  const opened: string[] = [];
  jest.spyOn(log, 'follow').mockImplementation((topic): Follower => {
    opened.push(topic);
    return {
      caughtUp: async () => {
        if (!replayed()) throw new Unavailable(`topic ${topic} was not caught up within 5000 ms`);
      },
      applied: () => [],
      failure: () => failure,
      close: async () => undefined,
    };
  });
  const credentials = testCredentials(store);
  const health = new StorageHealth(log, store, credentials, new Readiness());
  await health.onModuleInit();
  return { health, opened };
}

test('credentials that take longer than the patience are waited for by one start, which says so', async () => {
  let rounds = 0;
  const { health, opened } = await tables(() => rounds === 2);
  const said: (string | null)[] = [];
  const waiting = (what: string, reason: string | null): void => {
    said.push(reason && `${what}: ${reason}`);
    rounds += 1;
  };
  await health.credentialsKnown({ waiting });
  const reason = 'credentials: topic agents was not caught up within 5000 ms';
  expect(said).toEqual([reason, reason, null]);
  expect(opened).toEqual(['agents', 'sightings', 'tokens']);
});

test('a stop ends the waiting for credentials', async () => {
  const { health } = await tables(() => false);
  const stop = new AbortController();
  const known = health.credentialsKnown({ signal: stop.signal, waiting: () => stop.abort() });
  await expect(known).rejects.toThrow('aborted');
});

test('a table that is followed no more is not waited for', async () => {
  const { health } = await tables(() => false, new Error('a record could not be applied'));
  await expect(health.credentialsKnown()).rejects.toThrow(Unavailable);
});
