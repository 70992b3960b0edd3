import { evolvePolicy, type Policy, type PolicyDocument, type PolicyEvent } from './policy';

const document: PolicyDocument = {
  ...{ name: 'registry', type: 'allow', scope: 'global', enabled: true, description: 'old' },
  rules: [{ pattern: '*.example.com' }],
};
const meta = (id: string, time: string) => ({
  ...{ id, schema: 1, time, actor: 'token_1', cause: null },
});
const created: PolicyEvent = {
  ...meta('e1', '2026-01-01T00:00:00.000Z'),
  type: 'PolicyCreated',
  data: { version: 1, policy_id: 'policy_1', document },
};
const updated = (version: number, changed: PolicyDocument, id = 'e2'): PolicyEvent => ({
  ...meta(id, '2026-01-02T00:00:00.000Z'),
  type: 'PolicyUpdated',
  data: { version, policy_id: 'policy_1', document: changed },
});
const deleted = (version: number): PolicyEvent => ({
  ...meta('e3', '2026-01-03T00:00:00.000Z'),
  type: 'PolicyDeleted',
  data: { version, policy_id: 'policy_1' },
});
const given = (...events: PolicyEvent[]): Policy | undefined =>
  events.reduce<Policy | undefined>(evolvePolicy, undefined);

test('a created policy is its document, with version 1', () =>
  expect(given(created)).toEqual({
    ...document,
    ...{ id: 'policy_1', version: 1, made_by: ['e1'] },
    ...{ created_at: created.time, updated_at: created.time },
  }));

test('a policy that was made with a key keeps the digest of that request through every change', () => {
  const keyed: PolicyEvent = { ...created, data: { ...created.data, request_digest: 'd' } };
  expect(given(keyed)).toMatchObject({ request_digest: 'd' });
  expect(given(keyed, updated(2, document), deleted(3))).toMatchObject({ request_digest: 'd' });
});

test('an update is the whole document: what it leaves out is gone', () => {
  const { description: _, ...rest } = document;
  const state = given(created, updated(2, { ...rest, enabled: false }));
  expect(state).toMatchObject({ enabled: false, version: 2, created_at: created.time });
  expect(state).not.toHaveProperty('description');
});

test('rule 12: of two updates that make one version the first counts', () => {
  const first = updated(2, { ...document, name: 'first' });
  const second = updated(2, { ...document, name: 'second' }, 'e9');
  expect(given(created, first, second)).toEqual(given(created, first));
});

test('rule 12: the ids of the last eight winners are kept, newest last', () => {
  const updates = Array.from({ length: 10 }, (_, i) => updated(i + 2, document, `u${i}`));
  expect(given(created, ...updates)?.made_by).toEqual([
    'u2',
    'u3',
    'u4',
    'u5',
    'u6',
    'u7',
    'u8',
    'u9',
  ]);
});

test('a deleted policy stays deleted', () => {
  const gone = given(created, deleted(2));
  expect(gone).toMatchObject({ deleted: true, version: 2 });
  expect(gone && evolvePolicy(gone, updated(3, document))).toEqual(gone);
});

test('events of a policy that was never made are void', () =>
  expect(given(updated(1, document), deleted(1))).toBeUndefined());
