import { once } from 'node:events';
import { AgentTable, Sessions, tokenDigest, TokenTable, type UserCaller } from '@parapet/chassis';
import { processBeside, TestClock, testHouse, type TestHouse } from '@parapet/chassis/testing';
import { type IssueEvent, isoTime } from '@parapet/contracts';
import { DetectionModule } from '../detection.module';
import { ISSUES } from '../issue/issue.collection';
import { AgentReader, ElsewhereModule } from '../testing/elsewhere';
import { meta, occurred, START } from '../testing/facts';
import { type Heard, Listening } from '../testing/listening';
import { Newsroom } from './newsroom';

let house: TestHouse;
let newsroom: Newsroom;
let clock: TestClock;
beforeEach(async () => {
  clock = new TestClock();
  const settings = { agentTimeoutMs: 120_000 };
  house = await testHouse({ imports: [DetectionModule, ElsewhereModule], settings, clock });
  newsroom = house.app.get(Newsroom);
});
afterEach(() => house.close());

const idOf = (token: string): string =>
  house.app.get(TokenTable).withDigest(tokenDigest(token))?.id ?? '';
const listen = (how?: Parameters<typeof Listening.open>[2]): Promise<Listening> =>
  Listening.open(newsroom, idOf(house.adminToken), how);
const tell = (event: IssueEvent): Promise<void> =>
  house.append('issues', event.data.issue_id, event);
const happened = (issue_id: string, observation: string): Promise<void> =>
  tell(occurred('IssueCreated', { [observation]: 1 }, { issue_id }));
const seen = (agent_id: string): Promise<void> => house.sight(agent_id);
const about =
  (type: string, id: string, more: object = {}) =>
  (message: Heard): boolean =>
    message.type === type &&
    Object.entries({ id, ...more }).every(([key, value]) => message.data[key] === value);
const typesOf = ({ heard }: Listening): string[] => heard.map(({ type }) => type);

test('rule 19: what a projection has not got to yet is not told', async () => {
  let go: () => void = () => undefined;
  AgentReader.held = new Promise((resolve) => (go = resolve));
  const listening = await listen();
  const { id } = await house.addAgent();
  await happened('issue_1', 'a');
  await listening.hear(about('issue.created', 'issue_1'));
  expect(typesOf(listening)).not.toContain('agent.updated');
  go();
  await listening.hear(about('agent.updated', id));
});

test('rule 19: a void change of status, and a copy of what was counted, are nothing new', async () => {
  const listening = await listen();
  await happened('issue_1', 'a');
  await listening.hear(about('issue.created', 'issue_1'));
  await tell({
    ...meta('IssueResolved', START),
    data: { issue_id: 'issue_1', version: 7, reason: null },
  });
  await happened('issue_1', 'a');
  await happened('issue_2', 'b');
  await house.settled();
  await happened('issue_1', 'c');
  await listening.hear(about('issue.updated', 'issue_1', { occurrences: 2 }));
  await listening.hear(about('issue.created', 'issue_2'));
  expect(listening.heard.filter(about('issue.updated', 'issue_1'))).toHaveLength(1);
});

test('rule 19: an issue that no list shows yet when a client begins to listen is told to it once one does', async () => {
  const write = house.store.write.bind(house.store);
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  jest.spyOn(house.store, 'write').mockImplementation(async (into, changes) => {
    if (into.name === ISSUES.name) await held;
    return write(into, changes);
  });
  await happened('issue_1', 'a');
  const listening = await listen();
  await listening.hear(({ type }) => type === 'ready');
  expect(await house.store.get(ISSUES, 'issue_1')).toBeUndefined();
  go();
  await house.settled();
  await happened('issue_2', 'b');
  await listening.hear(about('issue.created', 'issue_2'));
  expect(listening.heard.filter(about('issue.created', 'issue_1'))).toHaveLength(1);
});

test('rule 19: an agent that no list shows yet when a client begins to listen is told to it once one does, and keeps no issue waiting', async () => {
  await house.addAgent();
  await house.settled();
  let go: () => void = () => undefined;
  AgentReader.held = new Promise((resolve) => (go = resolve));
  const { id } = await house.addAgent();
  await house.app.get(AgentTable).caughtUp();
  const listening = await listen();
  await happened('issue_1', 'a');
  await listening.hear(about('issue.created', 'issue_1'));
  expect(typesOf(listening)).not.toContain('agent.updated');
  go();
  await house.settled();
  const { id: later } = await house.addAgent();
  await listening.hear(about('agent.updated', later));
  const told = listening.heard.filter(({ type }) => type === 'agent.updated');
  expect(told.map(({ data }) => data['id'])).toEqual([id, later]);
});

test('rule 19: what happens while a client is being seated is told to it', async () => {
  const ends = house.log.ends.bind(house.log);
  let id = '';
  jest.spyOn(house.log, 'ends').mockImplementation(async (topic) => {
    const asked = await ends(topic);
    if (topic === 'agents' && id === '') {
      id = (await house.addAgent()).id;
      await house.app.get(AgentTable).caughtUp();
    }
    return asked;
  });
  const listening = await listen();
  await listening.hear(about('agent.updated', id));
});

test('rule 19: another process goes on where the first one was left, without a gap or a repeat', async () => {
  const before = await listen();
  await happened('issue_1', 'a');
  const { id: lastId } = await before.hear(about('issue.created', 'issue_1'));
  before.stream.destroy();
  await happened('issue_2', 'b');
  await happened('issue_1', 'c');
  const { id: agent } = await house.addAgent();
  await house.settled();
  const beside = await processBeside(house, [DetectionModule]);
  const elsewhere = beside.app.get(Newsroom);
  const after = await Listening.open(elsewhere, idOf(house.adminToken), { lastId });
  await happened('issue_3', 'd');
  await after.hear(about('issue.created', 'issue_3'));
  await after.hear(about('agent.updated', agent));
  expect(typesOf(after).sort()).toEqual([
    ...['agent.updated', 'issue.created', 'issue.created', 'issue.updated', 'ready'],
  ]);
  await beside.close();
});

test('rule 19: the news that come while a client is told what it missed follow it', async () => {
  const before = await listen();
  await happened('issue_0', 'a');
  const { id: lastId } = await before.hear(about('issue.created', 'issue_0'));
  for (let i = 1; i <= 250; i += 1) await happened(`issue_${i}`, `o${i}`);
  await house.settled();
  const after = await listen({ lastId });
  await happened('issue_late', 'late');
  await after.hear(about('issue.created', 'issue_late'));
  const created = after.heard.filter(({ type }) => type === 'issue.created');
  expect(new Set(created.map(({ data }) => data['id'])).size).toBe(251);
  expect(created).toHaveLength(251);
});

test('an agent is told to be connected, silent for too long, and back', async () => {
  const listening = await listen();
  const { id } = await house.addAgent();
  clock.advance(1_000);
  await seen(id);
  const { id: lastId } = await listening.hear(about('agent.updated', id, { status: 'connected' }));
  clock.advance(30_000);
  await seen(id);
  await house.settled();
  clock.advance(120_000);
  newsroom.look();
  await listening.hear(about('agent.updated', id, { status: 'disconnected' }));
  const resumed = await listen({ lastId });
  await resumed.hear(about('agent.updated', id, { status: 'disconnected' }));
  await seen(id);
  for (const each of [listening, resumed])
    await each.hear(
      (m) => about('agent.updated', id, { status: 'connected' })(m) && m.id !== lastId,
    );
});

test('rule 19: whoever was away while an agent came back is told so, and nobody who fell silent again', async () => {
  const listening = await listen();
  const [{ id }, { id: other }] = [await house.addAgent(), await house.addAgent()];
  const { id: lastId } = await listening.hear(about('agent.updated', other));
  listening.stream.destroy();
  clock.advance(60_000);
  await seen(other);
  newsroom.look();
  clock.advance(121_000);
  await seen(id);
  newsroom.look();
  const resumed = await listen({ lastId });
  await resumed.hear(about('agent.updated', id, { status: 'connected' }));
  const told = resumed.heard.filter(about('agent.updated', other));
  expect(told.map(({ data }) => data['status'])).toEqual(['disconnected']);
});

test('rule 19: a stream ends when its token expires', async () => {
  const token = await house.addToken(['admin']);
  const tokens = house.app.get(TokenTable);
  await tokens.caughtUp();
  const known = tokens.get(idOf(token));
  jest
    .spyOn(tokens, 'get')
    .mockReturnValue(known && { ...known, expires_at: isoTime(clock.now() + 60_000) });
  const listening = await listen();
  newsroom.look();
  expect(listening.stream.over).toBe(false);
  clock.advance(60_001);
  const ended = once(listening.stream, 'end');
  newsroom.look();
  await ended;
});

test('rule 19: a stream ends when whoever opened it signs out; others of the token go on', async () => {
  const tokenId = idOf(house.adminToken);
  const sessions = house.app.get(Sessions);
  const begun = async () => {
    const { session } = sessions.begin(tokenId, clock.now());
    const caller: UserCaller = { kind: 'user', tokenId, permissions: ['admin'], session };
    return { session, stream: (await Listening.open(newsroom, caller)).stream };
  };
  const [one, other] = [await begun(), await begun()];
  const ended = once(one.stream, 'end');
  await house.append('tokens', tokenId, {
    ...meta('TokenSessionEnded', clock.now()),
    data: { token_id: tokenId, session_id: one.session.id, until: isoTime(one.session.until) },
  });
  await ended;
  expect(other.stream.over).toBe(false);
});

test('a stream that has nothing to tell says so every 15 s, and where to resume', async () => {
  const listening = await listen();
  await listening.hear(({ type }) => type === 'ready');
  clock.advance(16_000);
  newsroom.look();
  clock.advance(16_000);
  newsroom.look();
  await happened('issue_1', 'a');
  await listening.hear(about('issue.created', 'issue_1'));
  expect(listening.text.match(/^:\nid: i\S+$/gm)).toHaveLength(2);
});

test('the streams of a process that stops are ended', async () => {
  const listening = await listen();
  const ended = once(listening.stream, 'end');
  await newsroom.stop();
  await ended;
});
