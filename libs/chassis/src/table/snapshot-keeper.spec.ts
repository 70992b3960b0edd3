import { type AgentSighted, type LogEvent, toAppend, Unavailable } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import type { CredentialTables } from '../auth/credential-tables';
import { Background } from '../process/background';
import { newAgent, sighting } from '../testing/facts';
import type { Settings } from '../settings/settings.config';
import { closed, testCredentials } from '../testing/test-credentials';
import { SnapshotKeeper } from './snapshot-keeper';

const FACTS = 20_000;

let log: EventLog;
let store: GenerationsInMemory;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await GenerationsInMemory.open();
});
const opened: CredentialTables[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(opened.splice(0).map(closed));
  await log.close();
  await store.close();
});

/** What one replica has. */
async function replica(settings: Partial<Settings> = {}) {
  const credentials = testCredentials(store, settings);
  opened.push(credentials);
  await credentials.open(log);
  await credentials.allCaughtUp();
  return { credentials, keeper: new SnapshotKeeper(credentials, new Background()) };
}

const { id, fact } = newAgent({}, 0);
const seen = (n: number): AgentSighted => ({
  ...{ id: `seen_${n}`, type: 'AgentSighted', schema: 1, time: fact.time, actor: id, cause: null },
  data: { agent_id: id, last_seen: new Date(1_000_000_000 + n).toISOString() },
});
async function append(from: number, to: number): Promise<void> {
  const facts = Array.from({ length: to - from }, (_, i) => seen(from + i) as LogEvent);
  for (let i = 0; i < facts.length; i += 1_000)
    await log.append(
      'sightings',
      facts.slice(i, i + 1_000).map((event) => toAppend(id, event)),
    );
}
const total = (offsets: readonly number[]): number => offsets.reduce((a, b) => a + b, 0);

test('a snapshot is kept when much more is to be read than it has entries, by one of the replicas, and the next start begins with it', async () => {
  await log.append('agents', [toAppend(id, fact)]);
  await append(0, FACTS - 1);
  const [one, two] = [await replica(), await replica()];
  const write = jest.spyOn(store, 'write');
  await one.keeper.keepDue();
  expect(write).not.toHaveBeenCalled();

  await append(FACTS, FACTS + 1);
  await Promise.all([one, two].map(({ credentials }) => credentials.allCaughtUp()));
  await one.keeper.keepDue();
  const written = write.mock.calls.length;
  expect(written).toBeGreaterThan(0);
  await two.keeper.keepDue();
  await one.keeper.keepDue();
  expect(write).toHaveBeenCalledTimes(written);

  const follow = jest.spyOn(log, 'follow');
  const { credentials } = await replica();
  const [, , from = []] = follow.mock.calls.find(([topic]) => topic === 'sightings') ?? [];
  expect(total(from)).toBe(FACTS);
  expect([...credentials.activities.values()]).toEqual([...one.credentials.activities.values()]);
  expect(credentials.activities.get(id)?.last_seen).toBe(seen(FACTS).data.last_seen);
});

test('two versions side by side, each of which folds otherwise, keep a snapshot each, and each begins with its own', async () => {
  await log.append('agents', [toAppend(id, fact)]);
  await append(0, FACTS);
  const versions = [{ agentSilentAfterMs: 3_600_000 }, { agentSilentAfterMs: 7_200_000 }];
  const write = jest.spyOn(store, 'write');
  for (const version of [...versions, ...versions]) await (await replica(version)).keeper.keepDue();
  expect(new Set(write.mock.calls.map(([{ name }]) => name)).size).toBe(versions.length);
  const written = write.mock.calls.length;

  const follow = jest.spyOn(log, 'follow');
  for (const version of versions) await (await replica(version)).keeper.keepDue();
  expect(write).toHaveBeenCalledTimes(written);
  const begun = follow.mock.calls.filter(([topic]) => topic === 'sightings');
  expect(begun.map(([, , from = []]) => total(from))).toEqual([FACTS, FACTS]);
});

test('what a table knows that cannot follow its log any more, because it is another one by now, is not kept', async () => {
  await log.append('agents', [toAppend(id, fact)]);
  await append(0, FACTS);
  const { credentials, keeper } = await replica();
  jest.spyOn(credentials.activities, 'failure').mockReturnValue('it is another log than before');
  await keeper.keepDue();
  expect(total(await credentials.activitySnapshot.next(3))).toBe(0);
});

test('what cannot be kept is kept at the next look', async () => {
  await log.append('agents', [toAppend(id, fact)]);
  await append(0, FACTS);
  const { credentials, keeper } = await replica();
  const write = jest.spyOn(store, 'write').mockRejectedValueOnce(new Unavailable('away'));
  await keeper.keepDue();
  expect(write).toHaveBeenCalledTimes(1);
  expect(total(await credentials.activitySnapshot.next(3))).toBe(0);
  await keeper.keepDue();
  expect(total(await credentials.activitySnapshot.next(3))).toBe(FACTS);
});

test('a stop waits for a page of a snapshot, not for all of it, and the next process keeps it', async () => {
  const ids = Array.from({ length: 600 }, (_, n) => `agent_${n}`);
  const facts = ids.map((agent_id) => toAppend(agent_id, sighting(agent_id, 0)));
  await log.append('sightings', facts);
  await append(0, FACTS);
  const [stopped, next] = [await replica(), await replica()];
  const writing = store.write;
  const write = jest.spyOn(store, 'write').mockImplementationOnce((...page) => {
    void stopped.keeper.stop();
    return writing(...page);
  });
  await stopped.keeper.keepDue();
  expect(write).toHaveBeenCalledTimes(1);
  expect(total(await next.credentials.activitySnapshot.next(3))).toBe(0);
  await next.keeper.keepDue();
  expect(total(await next.credentials.activitySnapshot.next(3))).toBe(FACTS + ids.length);
});

test('rule 18: documents that were made again get a snapshot of their own', async () => {
  await log.append('agents', [toAppend(id, fact)]);
  await append(0, FACTS);
  const { credentials, keeper } = await replica();
  await keeper.keepDue();
  await store.generations.adopt(await store.generations.shadow(), async () => undefined);
  expect(total(await credentials.activitySnapshot.next(3))).toBe(0);
  await keeper.keepDue();
  expect(total(await credentials.activitySnapshot.next(3))).toBe(FACTS);
});
