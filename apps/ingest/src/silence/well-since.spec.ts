import { TestClock, testHouse, type TestHouse } from '@parapet/chassis/testing';
import { AGENT_SILENT, isoTime, TOPICS, Unavailable } from '@parapet/contracts';
import { partitionOf } from '@parapet/eventlog';
import { sicken } from '@parapet/eventlog/testing';
import { IngestModule } from '../ingest.module';
import { ObservationWriter } from '../observation/observation-writer';
import { recordSilence } from './record-silence';
import { SilenceRounds } from './silence-rounds';

const MINUTE = 60_000;
/** So many observations may wait to be written. */
const MOST_WAITING = 10_000;

interface Sender {
  readonly id: string;
  readonly token: string;
}

let house: TestHouse;
let clock: TestClock;
let [agent, other]: [Sender, Sender] = [
  { id: '', token: '' },
  { id: '', token: '' },
];
beforeEach(async () => {
  clock = new TestClock();
  clock.stop();
  house = await testHouse({ imports: [IngestModule], clock });
  agent = await house.addAgent();
  do other = await house.addAgent();
  while (partition(other, 'observations') === partition(agent, 'observations'));
  for (let i = 0; i <= 12; i += 1) {
    clock.advance(5 * MINUTE);
    for (const one of [agent, other])
      expect(await send(one, 'POST', '/v1/agent_heartbeat', {})).toBe(200);
    await round();
  }
});
afterEach(async () => {
  jest.restoreAllMocks();
  await house.close();
});

const partition = ({ id }: Sender, topic: 'sightings' | 'observations'): number =>
  partitionOf(id, TOPICS[topic].partitions);
const round = (): Promise<void> => house.app.get(SilenceRounds).make();

async function send(
  { token }: Sender,
  method: 'POST' | 'PUT',
  url: string,
  payload: object,
): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await house.inject({ method, url, headers, payload })).statusCode;
}

function observe(from: Sender): Promise<number> {
  const observation = { kind: 'k', verdict: 'detected', timestamp: isoTime(clock.now()) };
  return send(from, 'PUT', '/v1/events_v2', { ...observation, metadata: {} });
}

/** So many minutes go by; in each these agents send an observation, and the house goes its rounds. Answers how they were answered. */
async function pass(minutes: number, ...from: readonly Sender[]): Promise<Set<number>> {
  const answers = new Set<number>();
  for (let i = 0; i < minutes; i += 1) {
    clock.advance(MINUTE);
    for (const one of from) answers.add(await observe(one));
    await round().catch(() => undefined);
  }
  return answers;
}

/** Who is told to be silent. */
async function silent(): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${house.adminToken}` };
  const answer = await house.inject({ url: `/v1/events?type=${AGENT_SILENT}`, headers });
  return answer.json<{ data: { agent_id: string }[] }>().data.map(({ agent_id }) => agent_id);
}

test('an agent whose sightings cannot be recorded is not silent while what it sends is taken', async () => {
  sicken(house.log, 'sightings', partition(agent, 'sightings'));
  expect(await pass(20, agent)).toEqual(new Set([201]));
  expect(await silent()).not.toContain(agent.id);
});

test('an agent whose observations were refused is not silent when they could be taken again', async () => {
  const each = jest.spyOn(house.log, 'appendEach');
  each.mockRejectedValue(new Unavailable('Kafka is away: too few replicas'));
  expect(await pass(20, agent)).toEqual(new Set([503]));
  jest.restoreAllMocks();
  await round();
  expect(await silent()).not.toContain(agent.id);
  await pass(16);
  expect(await silent()).toContain(agent.id);
});

test('while nothing can be recorded nobody is silent who has tried, however long it then rests', async () => {
  const each = jest.spyOn(house.log, 'appendEach');
  each.mockRejectedValue(new Unavailable('Kafka is away: too few replicas'));
  await pass(1, agent, other);
  await pass(30, agent);
  jest.restoreAllMocks();
  await pass(14, agent);
  expect(await silent()).toEqual([]);
  await pass(2, agent);
  expect(await silent()).toEqual([other.id]);
});

test('an agent that cannot be recorded hides the silence of no other', async () => {
  sicken(house.log, 'observations', partition(agent, 'observations'));
  expect(await pass(20, agent)).toEqual(new Set([503]));
  expect(await silent()).toEqual([other.id]);
});

test('two agents of a partition that cannot be written hide no silence while another is heard now and then', async () => {
  const away = (partition(other, 'sightings') + 1) % TOPICS.sightings.partitions;
  const sick: Sender[] = [];
  while (sick.length < 2) {
    const one = await house.addAgent();
    if (partition(one, 'sightings') === away) sick.push(one);
  }
  sicken(house.log, 'sightings', away);
  for (let i = 0; i < 40; i += 1) {
    for (const one of i % 2 === 0 ? [other, ...sick] : sick) {
      const status = await send(one, 'POST', '/v1/agent_heartbeat', {});
      expect(status).toBe(one === other ? 200 : 503);
    }
    clock.advance(MINUTE / 2);
    await round();
  }
  expect(await silent()).toContain(agent.id);
});

test('an agent that sends more than may wait hides no silence', async () => {
  const writer = house.app.get(ObservationWriter);
  const silence = { last_seen: isoTime(0), heard_since: isoTime(0), per_minute: 0 };
  const who = { agentId: agent.id, agentJson: JSON.stringify({ id: agent.id }) };
  const record = () => writer.record(recordSilence(who, silence, 0, 'fact'));
  const each = house.log.appendEach.bind(house.log);
  for (let quarter = 0; quarter < 3; quarter += 1) {
    await pass(7);
    const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    house.log.appendEach = (topic, events) => {
      begun.resolve();
      return free.promise.then(() => each(topic, events));
    };
    const first = record();
    await begun.promise;
    const sent = Array.from({ length: MOST_WAITING }, record);
    expect(await observe(agent)).toBe(503);
    free.resolve();
    await Promise.all([first, ...sent]);
  }
  expect(await silent()).toContain(other.id);
});
