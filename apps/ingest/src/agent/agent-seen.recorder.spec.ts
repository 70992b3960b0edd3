import { AgentTable } from '@parapet/chassis';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { IngestModule } from '../ingest.module';
import { AgentSeenRecorder } from './agent-seen.recorder';

const DAY = 86_400_000;

let house: TestHouse;
beforeEach(async () => {
  house = await testHouse({ imports: [IngestModule], settings: { agentTimeoutMs: 365 * DAY } });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await house.close();
});

test('an agent of which nothing is due for months is not looked at every millisecond', async () => {
  const { id } = await house.addAgent();
  const agents = house.app.get(AgentTable);
  await agents.caughtUp();
  const agent = agents.get(id);
  if (!agent) throw new Error('the agent is not known');
  const waits = jest.spyOn(globalThis, 'setTimeout');
  house.app.get(AgentSeenRecorder).saw(agent);
  const [, wait] = waits.mock.calls.at(-1) ?? [];
  expect(wait).toBeGreaterThan(20 * DAY);
  // Beyond this a timer of Node fires at once.
  expect(wait).toBeLessThan(2 ** 31);
});
