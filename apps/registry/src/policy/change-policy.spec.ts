import {
  evolvePolicy,
  type Origin,
  type Policy,
  type PolicyDocument,
  type PolicyEvent,
} from '@parapet/contracts';
import type { TagCondition } from '../http/entity-tag';
import { deletePolicy, updatePolicy } from './change-policy';
import { createPolicy } from './create-policy';

const document: PolicyDocument = {
  name: 'Mirrors',
  type: 'allow',
  scope: 'global',
  rules: [{ pattern: 'mirror.example.com' }],
  enabled: true,
};
const renamed = { ...document, name: 'Package mirrors' };
const by = (id: string, time = '2026-03-03T10:00:00.000Z'): Origin => ({
  id,
  time,
  actor: 'token_1',
  cause: null,
});
const given = (...events: readonly PolicyEvent[]): Policy => {
  const policy = events.reduce<Policy | undefined>(evolvePolicy, undefined);
  if (!policy) throw new Error('the events make no policy');
  return policy;
};
const created = createPolicy({ id: 'policy_1' }, document, by('e1'));

test('a new policy is version 1, by whoever asked', () => {
  expect(created).toEqual({
    ...{ id: 'e1', type: 'PolicyCreated', schema: 1, time: '2026-03-03T10:00:00.000Z' },
    ...{ actor: 'token_1', cause: null },
    data: { policy_id: 'policy_1', version: 1, document },
  });
});

test('given a policy, when it is replaced, then the whole document is new and the rest stays', () => {
  const policy = given(created);
  const updated = updatePolicy(
    { policy, ifMatch: undefined },
    renamed,
    by('e2', '2026-03-03T11:00:00.000Z'),
  );
  expect(updated.data).toEqual({ policy_id: 'policy_1', version: 2, document: renamed });
  expect(given(created, updated)).toMatchObject({
    ...{ id: 'policy_1', name: 'Package mirrors', version: 2 },
    ...{ created_at: '2026-03-03T10:00:00.000Z', updated_at: '2026-03-03T11:00:00.000Z' },
  });
});

test('given a policy, when it is deleted, then it is gone for ever', () => {
  const policy = given(created);
  const deleted = deletePolicy({ policy, ifMatch: undefined }, by('e2'));
  const late = updatePolicy(
    { policy: given(created, deleted), ifMatch: undefined },
    renamed,
    by('e3'),
  );
  expect(given(created, deleted, late)).toMatchObject({ deleted: true, version: 2 });
});

test.each<TagCondition>(['*', ['"7"', '"1"']])(
  'If-Match %s allows a change of version 1',
  (ifMatch) => {
    const policy = given(created);
    expect(updatePolicy({ policy, ifMatch }, renamed, by('e2')).data.version).toBe(2);
  },
);

test.each<[TagCondition]>([[['"2"']], [['W/"1"']]])('If-Match %j forbids it', (ifMatch) => {
  const policy = given(created);
  expect(() => updatePolicy({ policy, ifMatch }, renamed, by('e2'))).toThrow('its ETag is "1"');
  expect(() => deletePolicy({ policy, ifMatch }, by('e2'))).toThrow('its ETag is "1"');
});

test('rule 12: of two updates decided on one version only the first in the log counts', () => {
  const seen = { policy: given(created), ifMatch: undefined };
  const first = updatePolicy(seen, renamed, by('e2'));
  const second = updatePolicy(seen, { ...document, name: 'Late' }, by('e3'));
  expect(given(created, first, second)).toMatchObject({
    ...{ name: 'Package mirrors', version: 2, made_by: ['e1', 'e2'] },
  });
});
