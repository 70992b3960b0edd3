import type { LogEvent } from '@parapet/contracts';
import fc from 'fast-check';
import { auditEntry } from './audit-entry';
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from './audited-facts';

const fact = (type: string, data: object = {}, actor = 'token_1'): LogEvent<string, object> => ({
  ...{ id: 'e1', type, schema: 1, time: '2026-03-03T10:00:00.000Z', actor, cause: null },
  data,
});
const POLICY = { type: 'policy', id: 'policy_1', name: 'Mirrors' } as const;

test('an entry says who did what to what, when, and what was said of it', () => {
  const document = { name: 'Mirrors', type: 'allow' };
  const data = { policy_id: 'policy_1', version: 2, document };
  expect(auditEntry(fact('PolicyUpdated', data), POLICY)).toEqual({
    ...{ id: 'e1', timestamp: '2026-03-03T10:00:00.000Z', actor: 'token_1' },
    ...{ action: 'policy.updated', resource_type: 'policy', resource_id: 'policy_1' },
    ...{ resource_name: 'Mirrors', changes: { version: 2, document } },
  });
});

test('that the headers of a webhook are others is told, though their names are the same; what they are is not', () => {
  const data = {
    header_names: ['authorization'],
    headers_replaced: true,
    headers_sealed: 's3cret',
  };
  expect(auditEntry(fact('WebhookUpdated', data), { ...POLICY, type: 'webhook' })).toMatchObject({
    changes: { header_names: ['authorization'], headers_replaced: true },
  });
});

test('whatever else a fact may carry one day is not shown', () => {
  const shown = ['version', 'name', 'os', 'ip', 'kind', 'labels'];
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.constant('s3cret')), (data) => {
      const entry = auditEntry(fact('AgentCreated', { ...data, token_digest: 'x' }), POLICY);
      expect(shown).toEqual(expect.arrayContaining(Object.keys(entry?.changes ?? {})));
    }),
    { seed: 7 },
  );
});

test.each([
  ['a heartbeat', fact('AgentSeen')],
  ['a use of a token', fact('TokenUsed')],
  ['an occurrence', fact('IssueRecurred')],
  ['a policy that resolves an issue', fact('IssueResolved', {}, 'policy_1')],
  ['a webhook that the house disables', fact('WebhookDisabled', {}, 'notifier')],
  ['a secret that the house promotes', fact('WebhookSecretPromoted', {}, 'notifier')],
  ['a webhook that the house seals again', fact('WebhookResealed', {}, 'notifier')],
  ['a delivery that the house plans', fact('DeliveryPlanned', {}, 'notifier')],
  ['a service that changes policies', fact('PolicyUpdated', {}, 'registry')],
])('%s is no entry', (_, event) => expect(auditEntry(event, POLICY)).toBeNull());

test('the token that the house makes for its operator is an entry of the house', () =>
  expect(
    auditEntry(fact('TokenCreated', { origin: 'bootstrap' }, 'registry'), POLICY),
  ).toMatchObject({
    ...{ actor: 'registry', action: 'token.created', changes: { origin: 'bootstrap' } },
  }));

test('every action begins with the type of a resource, and none has two facts', () => {
  expect(new Set(AUDIT_ACTIONS).size).toBe(AUDIT_ACTIONS.length);
  for (const action of AUDIT_ACTIONS)
    expect(AUDIT_RESOURCES).toContainEqual(action.slice(0, action.indexOf('.')));
});
