import { actionWords, deletedIn, pathOf } from './audit-words';
import { auditSearch } from './audit.search';

const entry = (
  action: Parameters<typeof actionWords>[0],
  type: Parameters<typeof pathOf>[0]['resource']['type'],
  changes = {},
) => ({ action, resource: { type, id: `${type}_1` }, changes });
const NONE: ReadonlySet<string> = new Set();

test('what was done is said in words', () =>
  expect([actionWords('agent.mode_changed'), actionWords('policy.created')]).toEqual([
    'Agent mode changed',
    'Policy created',
  ]));

test.each([
  [entry('policy.deleted', 'policy'), '/policies/policy_1'],
  [entry('agent.created', 'agent'), '/agents/agent_1'],
  [entry('webhook.tested', 'webhook'), '/settings/webhooks/webhook_1'],
  [entry('issue.resolved', 'issue'), '/issues/issue_1'],
  [entry('token.created', 'token'), undefined],
  [entry('delivery.redelivered', 'delivery'), undefined],
  [
    entry('delivery.redelivered', 'delivery', { webhook_id: 'webhook_1' }),
    '/settings/webhooks/webhook_1?delivery=delivery_1',
  ],
])('what was changed is shown where it has a page: %j', (one, path) =>
  expect(pathOf(one, NONE)).toBe(path),
);

test('what was deleted has no page any more', () => {
  const gone = deletedIn([entry('agent.deleted', 'agent'), entry('policy.deleted', 'policy')]);
  expect(pathOf(entry('agent.created', 'agent'), gone)).toBeUndefined();
  expect(pathOf(entry('policy.created', 'policy'), gone)).toBe('/policies/policy_1');
});

test('what an address says and cannot be is left out of it', () =>
  expect(auditSearch({ action: 'policy.made', resource_type: 'agent', since: 'x' })).toEqual({
    resource_type: 'agent',
  }));
