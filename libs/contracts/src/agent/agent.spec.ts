import {
  type Agent,
  agentContext,
  type AgentCreated,
  type AgentEvent,
  evolveAgent,
  platformOf,
} from './agent';

const meta = (id: string) => ({
  ...{ id, schema: 1, time: '2026-01-01T00:00:00.000Z', actor: 'token_1', cause: null },
});
const created: AgentCreated = {
  ...meta('e1'),
  type: 'AgentCreated',
  data: {
    ...{ version: 1, agent_id: 'agent_1', name: 'node-1', os: 'linux', kind: 'kubernetes' },
    ...{ labels: { cluster: 'prod' }, token_digest: 'd1' },
  },
};
const enforce = (version: number, id = 'e2'): AgentEvent => ({
  ...meta(id),
  type: 'AgentModeChanged',
  data: { version, agent_id: 'agent_1', mode: 'enforce' },
});
const rotated: AgentEvent = {
  ...meta('e3'),
  type: 'AgentTokenRotated',
  data: { version: 2, agent_id: 'agent_1', token_digest: 'd2' },
};
const deleted = (version: number): AgentEvent => ({
  ...meta('e4'),
  type: 'AgentDeleted',
  data: { version, agent_id: 'agent_1' },
});
const seen = (
  last_seen: string,
  more: { version?: string; hostname?: string } = {},
): AgentEvent => ({
  ...meta('s'),
  type: 'AgentSeen',
  data: { agent_id: 'agent_1', last_seen, ...more },
});
const given = (...events: AgentEvent[]): Agent | undefined =>
  events.reduce<Agent | undefined>(evolveAgent, undefined);

test('a created agent detects and was last seen when it was made', () =>
  expect(given(created)).toEqual({
    ...{ id: 'agent_1', name: 'node-1', os: 'linux', kind: 'kubernetes', mode: 'detect' },
    ...{ labels: { cluster: 'prod' }, token_digest: 'd1', version: 1, made_by: ['e1'] },
    ...{ created_at: created.time, last_seen: created.time },
  }));

test('its mode and its token are changed by the next version', () => {
  expect(given(created, enforce(2))).toMatchObject({ mode: 'enforce', version: 2 });
  expect(given(created, rotated)).toMatchObject({ token_digest: 'd2', made_by: ['e1', 'e3'] });
});

test.each([
  ['a second creation', created],
  ['a version that was made already', enforce(1)],
  ['a version that skips one', enforce(3)],
])('rule 12: %s is void', (_, event) => expect(given(created, event)).toEqual(given(created)));

test('rule 12: of two events that make one version the first counts', () =>
  expect(given(created, rotated, enforce(2))).toEqual(given(created, rotated)));

test('nothing changes an agent that is deleted', () => {
  const gone = given(created, deleted(2));
  expect(gone).toMatchObject({ deleted: true, version: 2 });
  for (const event of [enforce(3), seen('2027-01-01T00:00:00.000Z'), created])
    expect(gone && evolveAgent(gone, event)).toEqual(gone);
});

test('events of an agent that was never made are void', () =>
  expect(given(enforce(1), seen('2027-01-01T00:00:00.000Z'), deleted(1))).toBeUndefined());

test('being seen makes no version, and the latest time wins', () => {
  const state = given(
    created,
    seen('2026-01-01T00:00:05.000Z', { version: '1.1', hostname: 'host-b' }),
    seen('2026-01-01T00:00:03.000Z', { version: '1.0', hostname: 'host-a' }),
  );
  expect(state).toMatchObject({
    ...{ version: 1, last_seen: '2026-01-01T00:00:05.000Z' },
    ...{ reported_version: '1.1', reported_hostname: 'host-b' },
  });
});

test('the first report counts even if its clock is behind ours', () =>
  expect(given(created, seen('2025-12-31T23:59:59.000Z', { version: '1.0' }))).toMatchObject({
    ...{ last_seen: created.time, reported_version: '1.0' },
  }));

test('given a clock that was ahead and is set right, what is seen by the right one counts at once', () => {
  const later = { ...seen('2026-01-01T10:00:30.000Z'), time: '2026-01-01T10:00:30.000Z' };
  const said = { version: '1.1' };
  const right = { ...seen('2026-01-01T08:01:00.000Z', said), time: '2026-01-01T08:01:00.000Z' };
  expect(given(created, later as AgentEvent, right as AgentEvent)).toMatchObject({
    ...{ last_seen: '2026-01-01T08:01:00.000Z', reported_version: '1.1' },
  });
});

test('given an agent made by a clock that was ahead, what is seen by the right one counts at once', () => {
  const right = { ...seen('2025-12-31T08:00:00.000Z'), time: '2025-12-31T08:00:00.000Z' };
  expect(given(created, right as AgentEvent)).toMatchObject({
    ...{ created_at: created.time, last_seen: '2025-12-31T08:00:00.000Z' },
  });
});

test.each([
  ['github', 'github_actions'],
  ['github_actions', 'github_actions'],
  ['kubernetes', 'kubernetes'],
  ['vanilla', 'vanilla'],
  ['host', 'vanilla'],
] as const)('kind %s is platform %s', (kind, platform) => expect(platformOf(kind)).toBe(platform));

test.each([' ', '\t\u00a0\u3000'])(
  'a heartbeat that says blanks (%j) names no host',
  (hostname) => {
    const agent = given(created, seen('2026-01-01T00:00:05.000Z', { hostname }));
    expect(agent && agentContext(agent)).toMatchObject({ hostname: 'node-1', node: 'node-1' });
  },
);

test('observations carry the agent’s cluster and its node, which is the label or the hostname', () => {
  const agent = given(created);
  const context = agent && agentContext(agent);
  expect(context).toMatchObject({ cluster: 'prod', node: 'node-1', hostname: 'node-1' });
  const labelled = agent && agentContext({ ...agent, labels: { node: 'n7' } });
  expect(labelled).toMatchObject({ node: 'n7', labels: { node: 'n7' } });
  expect(labelled).not.toHaveProperty('cluster');
});
