import {
  type AgentDeleted,
  type AgentEvent,
  type AgentModeChanged,
  type AgentTokenRotated,
  toAppend,
} from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { newAgent } from '../testing/facts';
import { AgentTable } from './agent-table';

let log: EventLog;
let agents: AgentTable;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  agents = new AgentTable();
  agents.open(log);
});
afterEach(async () => {
  await agents.close();
  await log.close();
});

async function told(...facts: readonly AgentEvent[]): Promise<void> {
  for (const fact of facts) await log.append('agents', [toAppend(fact.data.agent_id, fact)]);
  await agents.caughtUp();
}

const made = newAgent({ name: 'node-7' }, 0);
const digest = made.fact.data.token_digest;
const { data: _, ...meta } = made.fact;
const of = { version: 2, agent_id: made.id };

test('an agent is found by its token, and by the other one alone once that was rotated', async () => {
  await told(made.fact);
  expect(agents.withToken(digest)?.id).toBe(made.id);
  const rotated: AgentTokenRotated = {
    ...{ ...meta, id: 'rotated', type: 'AgentTokenRotated' },
    data: { ...of, token_digest: 'another' },
  };
  await told(rotated);
  expect(agents.withToken(digest)).toBeUndefined();
  expect(agents.withToken('another')?.id).toBe(made.id);
});

test('one that is deleted is found no more', async () => {
  const deleted: AgentDeleted = { ...meta, id: 'deleted', type: 'AgentDeleted', data: of };
  await told(made.fact, deleted);
  expect(agents.withToken(digest)).toBeUndefined();
});

test('what is told of an agent with its observations is made once, and anew when the agent is changed', async () => {
  const json = (): string => {
    const agent = agents.get(made.id);
    if (!agent) throw new Error('there is no agent');
    return agents.contextJson(agent);
  };
  const stringify = jest.spyOn(JSON, 'stringify');
  await told(made.fact);
  stringify.mockClear();
  expect(JSON.parse(json())).toMatchObject({ id: made.id, mode: 'detect' });
  expect(json()).toBe(json());
  expect(stringify).toHaveBeenCalledTimes(1);
  const changed: AgentModeChanged = {
    ...{ ...meta, id: 'changed', type: 'AgentModeChanged' },
    data: { ...of, mode: 'enforce' },
  };
  await told(changed);
  expect(JSON.parse(json())).toMatchObject({ mode: 'enforce' });
});
