import { TestClock, testHouse, type TestHouse } from '@parapet/chassis/testing';
import { AGENT_SILENT, isoTime, TOPICS, Unavailable } from '@parapet/contracts';
import { partitionOf } from '@parapet/eventlog';
import { sicken } from '@parapet/eventlog/testing';
import { IngestModule } from '../ingest.module';
import { SilenceRounds } from './silence-rounds';

const MINUTE = 60_000;

let house: TestHouse;
let clock: TestClock;
let agent: { readonly id: string; readonly token: string };
beforeEach(async () => {
  clock = new TestClock();
  clock.stop();
  house = await testHouse({ imports: [IngestModule], clock });
  agent = await house.addAgent();
  for (let i = 0; i <= 12; i += 1) {
    clock.advance(5 * MINUTE);
    expect(await send('POST', '/v1/agent_heartbeat', {})).toBe(200);
    await round();
  }
});
afterEach(async () => {
  jest.restoreAllMocks();
  await house.close();
});

const round = (): Promise<void> => house.app.get(SilenceRounds).make();

async function send(method: 'POST' | 'PUT', url: string, payload: object): Promise<number> {
  const headers = { authorization: `Bearer ${agent.token}` };
  return (await house.inject({ method, url, headers, payload })).statusCode;
}

/** The agent sends an observation in each of so many minutes, and the house goes its rounds. Answers how it was answered. */
async function observe(minutes: number): Promise<Set<number>> {
  const answers = new Set<number>();
  for (let i = 0; i < minutes; i += 1) {
    clock.advance(MINUTE);
    const timestamp = isoTime(clock.now());
    const observation = { kind: 'k', verdict: 'detected', timestamp, metadata: {} };
    answers.add(await send('PUT', '/v1/events_v2', observation));
    await round().catch(() => undefined);
  }
  return answers;
}

async function silences(): Promise<readonly unknown[]> {
  const headers = { authorization: `Bearer ${house.adminToken}` };
  const answer = await house.inject({ url: `/v1/events?type=${AGENT_SILENT}`, headers });
  return answer.json<{ data: unknown[] }>().data;
}

test('an agent whose sightings cannot be recorded is not silent while what it sends is taken', async () => {
  sicken(house.log, 'agents', partitionOf(agent.id, TOPICS.agents.partitions));
  expect(await observe(20)).toEqual(new Set([201]));
  expect(await silences()).toEqual([]);
});

test('an agent whose observations were refused is not silent when they could be taken again', async () => {
  const each = jest.spyOn(house.log, 'appendEach');
  each.mockRejectedValue(new Unavailable('Kafka is away: too few replicas'));
  expect(await observe(20)).toEqual(new Set([503]));
  jest.restoreAllMocks();
  await round();
  expect(await silences()).toEqual([]);
  for (let i = 0; i < 16; i += 1) {
    clock.advance(MINUTE);
    await round();
  }
  expect(await silences()).toHaveLength(1);
});
