import { AgentTable, Readiness, SeenAgents } from '@parapet/chassis';
import {
  keepSnapshots,
  processBeside,
  TestClock,
  testHouse,
  type TestHouse,
} from '@parapet/chassis/testing';
import { AGENT_SILENT, type AgentSighted, eventId, isoTime } from '@parapet/contracts';
import { IngestModule } from '../ingest.module';
import { ObservationWriter } from '../observation/observation-writer';
import { SilentAgents } from './silent-agents';
import { SilenceLog } from './silence-log';
import { SilenceRounds } from './silence-rounds';
import { WellSince } from './well-since';

const MINUTE = 60_000;

let house: TestHouse;
let clock: TestClock;
let missing: string | null;
afterEach(() => house.close());

async function open(settings = {}): Promise<void> {
  clock = new TestClock();
  clock.stop();
  house = await testHouse({ imports: [IngestModule], clock, settings });
  missing = null;
  house.app.get(Readiness).add('something', () => missing);
}

const round = (): Promise<void> => house.app.get(SilenceRounds).make();

/** An agent is heard for an hour, at every fifth minute; 60 observations come of each. */
async function hearForAnHour(...ids: readonly string[]): Promise<void> {
  for (let i = 0; i <= 12; i += 1) {
    clock.advance(5 * MINUTE);
    for (const id of ids) await hear(id);
    await round();
  }
}

/** So many minutes go by; the house goes its rounds in each. */
async function pass(minutes: number, ...heard: readonly string[]): Promise<void> {
  for (let i = 0; i < minutes; i += 1) {
    clock.advance(MINUTE);
    for (const id of heard) await hear(id);
    await round();
  }
}

async function hear(agent_id: string): Promise<void> {
  const time = isoTime(clock.now());
  const tally = { accepted: 60, duplicate: 0, rejected: {}, lost: 0 };
  const count = { by: 'another process', number: clock.now(), tally };
  const meta = { id: eventId(), schema: 1, time, actor: agent_id, cause: null };
  const event: AgentSighted = {
    ...{ ...meta, type: 'AgentSighted', data: { agent_id, last_seen: time, count } },
  };
  await house.append('sightings', agent_id, event);
}

interface Listed {
  readonly agent_id: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

async function silences(): Promise<readonly Listed[]> {
  const headers = { authorization: `Bearer ${house.adminToken}` };
  const answer = await house.inject({ url: `/v1/events?type=${AGENT_SILENT}`, headers });
  return answer.json<{ data: Listed[] }>().data;
}

const recorded = async (): Promise<number> =>
  (await house.log.ends('observations')).reduce((sum, end) => sum + end, 0);

test('an agent that was heard for an hour and then not for a quarter is one observation', async () => {
  await open();
  const { id } = await house.addAgent();
  const other = await house.addAgent();
  await hearForAnHour(id, other.id);
  const last_seen = isoTime(clock.now());
  await pass(14, other.id);
  expect(await silences()).toEqual([]);
  await pass(10, other.id);
  expect(await silences()).toMatchObject([
    { agent_id: id, metadata: { last_seen, per_minute: 12 } },
  ]);
});

test('one that comes back and falls silent again is another', async () => {
  await open();
  const { id } = await house.addAgent();
  await hearForAnHour(id);
  await pass(20);
  await hearForAnHour(id);
  await pass(20);
  expect(await silences()).toHaveLength(2);
});

/** A process that has recorded nothing yet. */
const another = (): SilenceRounds => {
  const { app, store, settings } = house;
  const log = new SilenceLog(store, app.get(ObservationWriter), app.get(AgentTable), settings);
  return new SilenceRounds(app.get(SilentAgents), app.get(WellSince), log, settings);
};

test('two processes that notice it at the same moment make one of it', async () => {
  await open();
  const { id } = await house.addAgent();
  await hearForAnHour(id);
  const other = another();
  for (let i = 0; i < 20; i += 1) {
    clock.advance(MINUTE);
    await Promise.all([round(), other.make()]);
  }
  expect(await silences()).toHaveLength(1);
});

test('a process that starts later finds it known, and records nothing', async () => {
  await open();
  const { id } = await house.addAgent();
  await hearForAnHour(id);
  await pass(20);
  const before = await recorded();
  clock.advance(MINUTE);
  await another().make();
  expect([before, await recorded()]).toEqual([1, 1]);
});

class Elsewhere {}

test('rule 6: a process that begins with a snapshot of the agents knows how they were heard before it', async () => {
  await open();
  const { id } = await house.addAgent();
  await hearForAnHour(id);
  const last_seen = isoTime(clock.now());
  await keepSnapshots(house.app);
  const beside = await processBeside(house, [{ module: Elsewhere, providers: [SilentAgents] }]);
  clock.advance(20 * MINUTE);
  const look = { now: clock.now(), wellSince: 0, missed: new Map() };
  const known = await house.app.get(SilentAgents).at(look);
  expect(known).toMatchObject([{ agent: { id }, silence: { last_seen, per_minute: 12 } }]);
  expect(await beside.app.get(SilentAgents).at(look)).toEqual(known);
  await beside.close();
});

test.each(['github', 'github_actions'] as const)(
  'an agent of kind %s ends by design',
  async (kind) => {
    await open();
    const { id } = await house.addAgent({ kind });
    await hearForAnHour(id);
    await pass(20);
    expect(await silences()).toEqual([]);
  },
);

test('a deleted agent is not silent', async () => {
  await open();
  const { id } = await house.addAgent();
  await hearForAnHour(id);
  const meta = { id: eventId(), schema: 1, time: isoTime(clock.now()), actor: 'a', cause: null };
  const data = { agent_id: id, version: 2 };
  await house.append('agents', id, { ...meta, type: 'AgentDeleted', data });
  await pass(20);
  expect(await silences()).toEqual([]);
});

test('while the house is not well nobody is silent, and then a whole period is waited', async () => {
  await open();
  const { id } = await house.addAgent();
  await hearForAnHour(id);
  missing = 'the log is away';
  await pass(30);
  missing = null;
  await pass(14);
  expect(await silences()).toEqual([]);
  await pass(2);
  expect(await silences()).toHaveLength(1);
});

test('a house that slept waits a whole period', async () => {
  await open();
  const { id } = await house.addAgent();
  await hearForAnHour(id);
  clock.advance(60 * MINUTE);
  await pass(14);
  expect(await silences()).toEqual([]);
  await pass(2);
  expect(await silences()).toHaveLength(1);
});

test('off means off', async () => {
  await open({ agentSilentAfterMs: null });
  const { id } = await house.addAgent();
  await hearForAnHour(id);
  await pass(20);
  expect(await silences()).toEqual([]);
});

test('an agent that is shown as connected is not silent', async () => {
  await open({ agentSilentAfterMs: MINUTE, agentTimeoutMs: 10 * MINUTE });
  const { id } = await house.addAgent();
  await hearForAnHour(id);
  await pass(9);
  expect(await silences()).toEqual([]);
  await pass(2);
  expect(await silences()).toHaveLength(1);
});

test('its silence is none of its signs of life', async () => {
  await open();
  const { id } = await house.addAgent();
  await hearForAnHour(id);
  const last_seen = isoTime(clock.now());
  await pass(20);
  expect(await silences()).toHaveLength(1);
  expect(house.app.get(SeenAgents).get(id)).toMatchObject({ last_seen });
});
