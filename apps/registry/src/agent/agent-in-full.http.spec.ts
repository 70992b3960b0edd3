import { EMPTY_TALLY, evolveAgent, type Agent, type AgentSeen } from '@parapet/contracts';
import { renderInFull } from './agent-in-full.http';
import { createAgent } from './create-agent';

const CREATED = '2026-03-03T10:00:00.000Z';
const watch = { now: Date.parse(CREATED), timeoutMs: 120_000 };
const created = createAgent(
  { id: 'agent_1', tokenDigest: 'secret' },
  { name: 'worker-7', os: 'linux', kind: 'kubernetes', labels: {} },
  { id: 'e1', time: CREATED, actor: 'token_1', cause: null },
);
const given = (...seen: readonly AgentSeen['data'][]): Agent => {
  const facts = seen.map((data) => ({ ...created, type: 'AgentSeen' as const, data }));
  const agent = [created, ...facts].reduce<Agent | undefined>(evolveAgent, undefined);
  if (!agent) throw new Error('the events make no agent');
  return agent;
};

test('an agent of which nothing was counted is shown with zeros', () => {
  expect(renderInFull(given(), watch)).toMatchObject({ events: EMPTY_TALLY, sensors: [] });
});

test('an agent is shown with what was counted of it, and what its sensors said', () => {
  const tally = { ...EMPTY_TALLY, accepted: 3, rejected: { bad_request: 1 }, lost: 7 };
  const report = { sensor: 'tetragon', event: 'throttle', message: 'stopped', lost: 7 } as const;
  const count = { by: 'run', number: 1, tally, reports: [{ ...report, at: CREATED }] };
  const agent = given({ agent_id: 'agent_1', last_seen: CREATED, count });
  expect(renderInFull(agent, watch)).toMatchObject({
    events: tally,
    sensors: [{ ...report, reported_at: CREATED }],
  });
  expect(JSON.stringify(renderInFull(agent, watch))).not.toMatch(/secret|counted_by|run/);
});
