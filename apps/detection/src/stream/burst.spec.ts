import { tokenDigest, TokenTable } from '@parapet/chassis';
import { TestClock, testHouse, type TestHouse } from '@parapet/chassis/testing';
import { DetectionModule } from '../detection.module';
import { AgentReader, ElsewhereModule } from '../testing/elsewhere';
import { countOf, taken } from '../testing/taken';
import type { EventStream } from './event-stream';
import { Newsroom } from './newsroom';
import { STREAM_TYPES } from './stream-types';

/** Agents, of which more is said at once than may be held for who does not read. */
const MANY = 2_000;
const TIMEOUT_MS = 120_000;

let house: TestHouse;
let newsroom: Newsroom;
let clock: TestClock;
beforeEach(async () => {
  clock = new TestClock();
  clock.stop();
  const settings = { agentTimeoutMs: TIMEOUT_MS };
  house = await testHouse({ imports: [DetectionModule, ElsewhereModule], settings, clock });
  newsroom = house.app.get(Newsroom);
});
afterEach(() => house.close());

const open = (lastId?: string): Promise<EventStream> => {
  const tokenId = house.app.get(TokenTable).withDigest(tokenDigest(house.adminToken))?.id ?? '';
  const caller = { kind: 'user' as const, tokenId, permissions: ['admin' as const] };
  return newsroom.open({ caller, types: STREAM_TYPES, lastId });
};
const addAgents = (): Promise<readonly { readonly id: string }[]> =>
  Promise.all(Array.from({ length: MANY }, () => house.addAgent()));

/** Makes agents, each of which is seen a millisecond after the one before. */
async function addSeenAgents(): Promise<void> {
  const agents = await addAgents();
  const now = clock.now();
  clock.advance(MANY);
  for (const [i, { id }] of agents.entries()) await house.sight(id, now + 1 + i);
  await house.settled();
  newsroom.look();
}

const updates = (text: string): number => countOf(text, 'agent.updated');
const idsIn = (text: string): string[] =>
  [...text.matchAll(/"id":"(agent_.+?)"/g)].map(([, id = '']) => id);
const lastIdOf = (text: string): string => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '';

test('rule 19: a client that takes what it is told goes on when very much can be read at once', async () => {
  let go: () => void = () => undefined;
  AgentReader.held = new Promise((resolve) => (go = resolve));
  const stream = await open();
  await addAgents();
  go();
  const text = await taken(stream, 'agent.updated', MANY);
  expect(updates(text)).toBe(MANY);
});

test('rule 19: a client that takes what it is told goes on when very many agents fall silent at once', async () => {
  await addSeenAgents();
  const stream = await open();
  clock.advance(TIMEOUT_MS);
  newsroom.look();
  const text = await taken(stream, 'agent.updated', MANY);
  expect(updates(text)).toBe(MANY);
});

test('rule 19: whoever missed that very many agents fell silent is told so, and goes on where it was cut off', async () => {
  await addSeenAgents();
  const before = await open();
  const lastId = lastIdOf(await taken(before, 'ready', 1));
  before.destroy();
  clock.advance(TIMEOUT_MS);
  newsroom.look();
  const cut = await open(lastId);
  const first = await taken(cut, 'agent.updated', MANY / 4);
  cut.destroy();
  const rest = await taken(await open(lastIdOf(first)), 'agent.updated', MANY - updates(first));
  expect(new Set(idsIn(first + rest)).size).toBe(MANY);
  expect(updates(first) + updates(rest)).toBe(MANY);
});

test('clients do not come back at once', async () => {
  const streams = await Promise.all(Array.from({ length: 8 }, () => open()));
  const retries = streams.map((stream) => Number(/retry: (\d+)/.exec(String(stream.read()))?.[1]));
  expect(new Set(retries).size).toBeGreaterThan(1);
  expect(retries.filter((ms) => ms >= 1_000 && ms < 3_000)).toEqual(retries);
});
