import { AgentTable, tokenDigest, TokenTable } from '@parapet/chassis';
import { keepSnapshots, processBeside, testHouse, type TestHouse } from '@parapet/chassis/testing';
import type { AgentDeleted } from '@parapet/contracts';
import { DetectionModule } from '../detection.module';
import { AgentReader, ElsewhereModule } from '../testing/elsewhere';
import { meta, START } from '../testing/facts';
import { Listening } from '../testing/listening';
import { Newsroom } from './newsroom';

let house: TestHouse;
beforeEach(async () => {
  house = await testHouse({ imports: [DetectionModule, ElsewhereModule] });
});
afterEach(() => house.close());

const listen = (newsroom: Newsroom, lastId?: string): Promise<Listening> => {
  const token = house.app.get(TokenTable).withDigest(tokenDigest(house.adminToken));
  return Listening.open(newsroom, token?.id ?? '', lastId === undefined ? {} : { lastId });
};
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
