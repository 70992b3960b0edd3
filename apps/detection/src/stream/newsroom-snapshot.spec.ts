import { AgentTable, tokenDigest, TokenTable } from '@parapet/chassis';
import {
  keepSnapshots,
  processBeside,
  TestClock,
  testHouse,
  type TestHouse,
} from '@parapet/chassis/testing';
import { type AgentDeleted } from '@parapet/contracts';
import { DetectionModule } from '../detection.module';
import { AgentReader, ElsewhereModule } from '../testing/elsewhere';
import { meta, occurred, START } from '../testing/facts';
import { Listening } from '../testing/listening';
import { Newsroom } from './newsroom';
import { STREAM_TYPES, type StreamType } from './stream-types';

let house: TestHouse;
let clock: TestClock;
beforeEach(async () => {
  clock = new TestClock();
  house = await testHouse({ imports: [DetectionModule, ElsewhereModule], clock });
});
afterEach(() => house.close());

const listen = (
  newsroom: Newsroom,
  lastId?: string,
  types: readonly StreamType[] = STREAM_TYPES,
): Promise<Listening> => {
  const token = house.app.get(TokenTable).withDigest(tokenDigest(house.adminToken));
  const options = lastId === undefined ? {} : { lastId, types };
  return Listening.open(newsroom, token?.id ?? '', options);
};
const typesOf = ({ heard }: Listening): string[] => heard.map(({ type }) => type);
/** What a client hears that goes on behind this message in a process which began with a snapshot of now; meanwhile there was an issue. */
async function heardBeside(lastId: string, types?: readonly StreamType[]): Promise<string[]> {
  await keepSnapshots(house.app);
  await house.append('issues', 'issue_1', occurred('IssueCreated', { a: 1 }));
  await house.settled();
  const beside = await processBeside(house, [DetectionModule]);
  const after = await listen(beside.app.get(Newsroom), lastId, types);
  await after.hear(({ type }) => type === 'issue.created');
  await beside.close();
  return typesOf(after);
}
async function deleteAgent(agent_id: string): Promise<void> {
  const fact: AgentDeleted = { ...meta('AgentDeleted', START), data: { agent_id, version: 2 } };
  await house.append('agents', agent_id, fact);
  await house.app.get(AgentTable).caughtUp();
}

test('rule 19: whoever resumes in a process that began with a snapshot of after that place is told to read the lists again', async () => {
  const newsroom = house.app.get(Newsroom);
  const before = await listen(newsroom);
  const { id } = await house.addAgent();
  const { id: lastId } = await before.hear(({ data }) => data['id'] === id);
  before.stream.destroy();
  await deleteAgent(id);
  await keepSnapshots(house.app);
  const beside = await processBeside(house, [DetectionModule]);
  const after = await listen(beside.app.get(Newsroom), lastId);
  await after.hear(({ type }) => type === 'ready');
  expect(after.heard.map(({ type }) => type)).toEqual(['reset', 'ready']);
  await beside.close();
});

test('rule 19: whoever resumes behind a snapshot goes on without a gap or a repeat', async () => {
  const { id: first } = await house.addAgent();
  await house.app.get(AgentTable).caughtUp();
  await keepSnapshots(house.app);
  const before = await listen(house.app.get(Newsroom));
  const { id: second } = await house.addAgent();
  const { id: lastId } = await before.hear(({ data }) => data['id'] === second);
  before.stream.destroy();
  await deleteAgent(first);
  const beside = await processBeside(house, [DetectionModule]);
  const after = await listen(beside.app.get(Newsroom), lastId);
  await after.hear(({ type, data }) => type === 'agent.deleted' && data['id'] === first);
  expect(after.heard.map(({ type }) => type)).toEqual(['ready', 'agent.deleted']);
  await beside.close();
});

test('rule 19: a deletion that no list shows yet is told to whoever begins, though it came with a snapshot', async () => {
  const { id } = await house.addAgent();
  await house.settled();
  let go: () => void = () => undefined;
  AgentReader.held = new Promise((resolve) => (go = resolve));
  await deleteAgent(id);
  await keepSnapshots(house.app);
  const beside = await processBeside(house, [DetectionModule]);
  const listening = await listen(beside.app.get(Newsroom));
  go();
  await listening.hear(({ type, data }) => type === 'agent.deleted' && data['id'] === id);
  await beside.close();
});

test('rule 19: whoever heard that there was nothing to tell goes on in a process that began with a snapshot of then', async () => {
  const newsroom = house.app.get(Newsroom);
  const before = await listen(newsroom);
  const { id } = await house.addAgent();
  await before.hear(({ data }) => data['id'] === id);
  clock.advance(1_000);
  await house.sight(id);
  await before.hear(({ data }) => data['status'] === 'connected');
  clock.advance(16_000);
  await house.sight(id);
  newsroom.look();
  const lastId = /^:\nid: (\S+)$/m.exec(before.text)?.[1] ?? '';
  before.stream.destroy();
  expect(await heardBeside(lastId)).toEqual(['ready', 'issue.created']);
});

test('rule 19: whoever was away while an agent came back, of which a snapshot tells no more, is told to read the lists again', async () => {
  const { id } = await house.addAgent();
  await house.app.get(AgentTable).caughtUp();
  const before = await listen(house.app.get(Newsroom));
  const { id: lastId } = await before.hear(({ type }) => type === 'ready');
  before.stream.destroy();
  clock.advance(10_000);
  for (let i = 0; i < 2; i += 1) await house.sight(id, clock.now() + i);
  expect(await heardBeside(lastId)).toEqual(['reset', 'ready', 'issue.created']);
});

test('rule 19: whoever was away while an agent came back is told so by a process that began later, and of no other', async () => {
  const [{ id: other }, { id }] = [await house.addAgent(), await house.addAgent()];
  await house.sight(other, clock.now() + 1);
  await house.settled();
  const newsroom = house.app.get(Newsroom);
  const before = await listen(newsroom);
  newsroom.look();
  await before.hear(({ data }) => data['id'] === other);
  clock.advance(16_000);
  newsroom.look();
  await house.settled();
  const lastId = /^:\nid: (\S+)$/m.exec(before.text)?.[1] ?? '';
  before.stream.destroy();
  clock.advance(1_000);
  await house.sight(id);
  await house.settled();
  const beside = await processBeside(house, [DetectionModule]);
  const after = await listen(beside.app.get(Newsroom), lastId);
  await after.hear(({ data }) => data['id'] === id);
  expect(after.heard.map(({ type, data }) => [type, data['id']])).toEqual([
    ['ready', undefined],
    ['agent.updated', id],
  ]);
  await beside.close();
});

test.each([
  { types: ['issue.created', 'issue.updated'] as const, hears: ['ready', 'issue.created'] },
  { types: STREAM_TYPES, hears: ['reset', 'ready', 'issue.created'] },
])(
  'rule 19: where agents alone cannot be told any more, a client of $types hears $hears',
  async ({ types, hears }) => {
    const before = await listen(house.app.get(Newsroom));
    const { id: lastId } = await before.hear(({ type }) => type === 'ready');
    before.stream.destroy();
    await house.addAgent();
    await house.settled();
    expect(await heardBeside(lastId, types)).toEqual(hears);
  },
);
