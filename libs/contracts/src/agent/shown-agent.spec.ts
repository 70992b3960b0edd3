import {
  type Agent,
  type AgentCreated,
  type AgentEvent,
  type AgentSeen,
  evolveAgent,
} from './agent';
import { shownAgent, statusOf } from './shown-agent';

const CREATED = '2026-03-03T10:00:00.000Z';
const at = (time: string): { now: number; timeoutMs: number } => ({
  now: Date.parse(time),
  timeoutMs: 120_000,
});
const created = (labels: Record<string, string> = {}): AgentCreated => ({
  ...{ id: 'e1', type: 'AgentCreated', schema: 1, time: CREATED, actor: 'token_1', cause: null },
  data: {
    ...{ version: 1, agent_id: 'agent_1', name: 'worker-7', os: 'linux', kind: 'kubernetes' },
    ...{ labels, token_digest: 'secret' },
  },
});
const seen = (last_seen: string, more: object = {}): AgentSeen => ({
  ...created(),
  type: 'AgentSeen',
  data: { agent_id: 'agent_1', last_seen, ...more },
});
const given = (...events: readonly AgentEvent[]): Agent => {
  const agent = events.reduce<Agent | undefined>(evolveAgent, undefined);
  if (!agent) throw new Error('the events make no agent');
  return agent;
};

test('an agent that was only created has never been connected', () => {
  expect(statusOf(given(created()), at('2026-03-03T10:00:01Z'))).toBe('disconnected');
});

test.each([
  ['2026-03-03T10:06:59.999Z', 'connected'],
  ['2026-03-03T10:07:00.000Z', 'disconnected'],
])('an agent seen at 10:05 is at %s %s', (now, status) => {
  expect(statusOf(given(created(), seen('2026-03-03T10:05:00.000Z')), at(now))).toBe(status);
});

test('an agent made by a clock that was ahead is connected when the right one sees it', () => {
  const [time, now] = ['2026-03-03T09:00:00.000Z', '2026-03-03T09:01:00.000Z'];
  expect(statusOf(given(created(), { ...seen(time), time }), at(now))).toBe('connected');
});

test('the labels say cluster and version, until a heartbeat says better', () => {
  const labels = { cluster: 'production', version: '1.0.0' };
  expect(shownAgent(given(created(labels)), at(CREATED))).toEqual({
    ...{ id: 'agent_1', name: 'worker-7', hostname: 'worker-7', os: 'linux', kind: 'kubernetes' },
    ...{ platform: 'kubernetes', cluster: 'production', status: 'disconnected', mode: 'detect' },
    ...{ version: '1.0.0', last_seen: CREATED, labels, created_at: CREATED },
  });
  const report = seen('2026-03-03T10:05:00.000Z', { version: '1.1.0', hostname: 'ip-10-0-0-7' });
  expect(shownAgent(given(created(labels), report), at('2026-03-03T10:05:01Z'))).toMatchObject({
    ...{ version: '1.1.0', hostname: 'ip-10-0-0-7', status: 'connected' },
    last_seen: '2026-03-03T10:05:00.000Z',
  });
});

test('nothing of the token and nothing of the inside is shown', () => {
  const shown = JSON.stringify(shownAgent(given(created()), at(CREATED)));
  expect(shown).not.toMatch(/secret|digest|made_by|applied/);
});
