import { isDeepStrictEqual } from 'node:util';
import { tokenDigest, TokenTable } from '@parapet/chassis';
import { TestClock, testHouse, type TestHouse } from '@parapet/chassis/testing';
import { Controller, Module } from '@nestjs/common';
import { Projection } from '@parapet/eventlog';
import { DetectionModule } from '../detection.module';
import { type Heard, Listening } from '../testing/listening';
import { Newsroom } from './newsroom';

/** The registry is elsewhere: this stands for how far it has got. */
@Controller()
class AgentReader {
  @Projection('agents', 'registry.agents')
  project(): void {}
}
@Module({ controllers: [AgentReader] })
class ElsewhereModule {}

const TIMEOUT_MS = 120_000;
const HOUR_MS = 3_600_000;
let house: TestHouse;
let newsroom: Newsroom;
let clock: TestClock;
beforeEach(async () => {
  clock = new TestClock();
  const settings = { agentTimeoutMs: TIMEOUT_MS };
  house = await testHouse({ imports: [DetectionModule, ElsewhereModule], settings, clock });
  newsroom = house.app.get(Newsroom);
});
afterEach(() => house.close());

const listen = (options: { lastId?: string } = {}): Promise<Listening> => {
  const token = house.app.get(TokenTable).withDigest(tokenDigest(house.adminToken));
  return Listening.open(newsroom, token?.id ?? '', options);
};
async function seen(agent_id: string, ahead = 0): Promise<void> {
  clock.advance(1_000);
  await house.sight(agent_id, clock.now() - ahead);
}
const isReady = ({ type }: Heard): boolean => type === 'ready';
const types = ({ heard }: Listening): string[] => heard.map(({ type }) => type);
const told =
  (id: string, status: string) =>
  ({ type, data }: Heard): boolean =>
    type === 'agent.updated' && data['id'] === id && data['status'] === status;

test('an agent that falls silent is told, also in the hour by which the clock had gone ahead', async () => {
  const listening = await listen();
  clock.advance(HOUR_MS);
  newsroom.look();
  clock.advance(-HOUR_MS);
  newsroom.look();
  const { id } = await house.addAgent();
  await seen(id);
  await listening.hear(told(id, 'connected'));
  clock.advance(TIMEOUT_MS);
  newsroom.look();
  await listening.hear(told(id, 'disconnected'));
});

test('an agent that was made while the clock had gone ahead is told to be connected, and silent', async () => {
  const listening = await listen();
  clock.advance(HOUR_MS);
  const { id } = await house.addAgent();
  clock.advance(-HOUR_MS);
  await seen(id);
  const { data } = await listening.hear(told(id, 'connected'));
  clock.advance(TIMEOUT_MS);
  newsroom.look();
  const silent = { ...data, status: 'disconnected' };
  await listening.hear((message) => isDeepStrictEqual(message.data, silent));
});

test('an agent that was told silent by a clock that had gone ahead is told back once, however often it is seen', async () => {
  const { id } = await house.addAgent();
  await seen(id);
  await house.settled();
  const listening = await listen();
  await listening.hear(isReady);
  clock.advance(HOUR_MS);
  newsroom.look();
  await listening.hear(told(id, 'disconnected'));
  await seen(id, HOUR_MS);
  await house.settled();
  clock.advance(-HOUR_MS);
  newsroom.look();
  await seen(id);
  await listening.hear(told(id, 'connected'));
  await seen(id);
  await seen(id);
  await house.settled();
  const { id: other } = await house.addAgent();
  await listening.hear(({ data }) => data['id'] === other);
  const statuses = listening.heard
    .filter(({ data }) => data['id'] === id)
    .map(({ data }) => data['status']);
  expect(statuses).toEqual(['disconnected', 'connected']);
});

test('an agent that comes back in the second in which the clock is set back is told', async () => {
  const { id } = await house.addAgent();
  await house.settled();
  const listening = await listen();
  await listening.hear(isReady);
  clock.advance(HOUR_MS);
  newsroom.look();
  clock.advance(-HOUR_MS);
  await seen(id);
  newsroom.look();
  const { id: other } = await house.addAgent();
  await listening.hear(({ data }) => data['id'] === other);
  expect(listening.heard.filter(told(id, 'connected'))).toHaveLength(1);
});

test('a stream that has nothing to tell says so, however far the clock is set back', async () => {
  const listening = await listen();
  await listening.hear(isReady);
  clock.advance(-HOUR_MS);
  newsroom.look();
  clock.advance(16_000);
  newsroom.look();
  await house.settled();
  expect(listening.text).toMatch(/^:\nid: i\S+$/m);
});

test.each([
  { ahead: 900, first: ['ready'] },
  { ahead: HOUR_MS, first: ['reset', 'ready'] },
])('whoever heard of silence up to $ahead ms from now is told $first', async ({ ahead, first }) => {
  const { id } = await (await listen()).hear(isReady);
  const lastId = id.replace(/t\d+$/, `t${clock.now() + ahead}`);
  const resumed = await listen({ lastId });
  await resumed.hear(isReady);
  expect(types(resumed)).toEqual(first);
});
