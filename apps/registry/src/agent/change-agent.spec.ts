import { type Agent, type AgentEvent, evolveAgent, type Origin } from '@parapet/contracts';
import { changeMode, checkMode, deleteAgent, rotateToken } from './change-agent';
import { createAgent } from './create-agent';

const by = (id: string): Origin => ({
  ...{ id, time: '2026-03-03T10:00:00.000Z', actor: 'token_1', cause: null },
});
const description = {
  name: 'worker-7',
  os: 'linux',
  kind: 'host',
  labels: { node: 'n7' },
} as const;
const created = createAgent({ id: 'agent_1', tokenDigest: 'aa' }, description, by('e1'));
const given = (...events: readonly (AgentEvent | null)[]): Agent => {
  const agent = events
    .filter((event) => event !== null)
    .reduce<Agent | undefined>(evolveAgent, undefined);
  if (!agent) throw new Error('the events make no agent');
  return agent;
};

test('a new agent detects, and of its token only the digest is in the fact', () => {
  expect(created).toMatchObject({ type: 'AgentCreated', actor: 'token_1', cause: null });
  expect(created.data).toEqual({
    ...{ agent_id: 'agent_1', version: 1, token_digest: 'aa' },
    ...description,
  });
  expect(given(created).mode).toBe('detect');
});

test('given an agent that detects, when it is told to enforce, then it enforces', () => {
  const changed = changeMode(given(created), 'enforce', by('e2'));
  expect(changed).toMatchObject({
    type: 'AgentModeChanged',
    data: { agent_id: 'agent_1', version: 2, mode: 'enforce' },
  });
  expect(given(created, changed).mode).toBe('enforce');
});

test('given an agent that detects, when it is told to detect, then nothing happens', () => {
  expect(changeMode(given(created), 'detect', by('e2'))).toBeNull();
});

test('given an agent, when its token is rotated, then only the new digest is known', () => {
  const rotated = rotateToken(given(created), 'bb', by('e2'));
  expect(given(created, rotated)).toMatchObject({ token_digest: 'bb', version: 2 });
});

test('given an agent, when it is deleted, then nothing can change it any more', () => {
  const deleted = deleteAgent(given(created), by('e2'));
  const late = rotateToken(given(created, deleted), 'bb', by('e3'));
  expect(given(created, deleted, late)).toMatchObject({ deleted: true, token_digest: 'aa' });
});

test('rule 12: a mode decided on an old version is void', () => {
  const seen = given(created);
  const rotated = rotateToken(seen, 'bb', by('e2'));
  const late = changeMode(seen, 'enforce', by('e3'));
  expect(given(created, rotated, late)).toMatchObject({ mode: 'detect', made_by: ['e1', 'e2'] });
});

test.each([undefined, null, 'enforce', {}, { mode: 'block' }, { mode: ['enforce'] }])(
  '%j says no mode',
  (sent) => expect(() => checkMode(sent)).toThrow('mode must be detect or enforce'),
);

test('the mode is read from the body', () => {
  expect(checkMode({ mode: 'enforce', more: 1 })).toBe('enforce');
});
