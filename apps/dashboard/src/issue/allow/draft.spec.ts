import type { PolicyBody, PolicyView } from '../../api/generated/types.gen';
import { draftOf, extendable, extended } from './draft';

const proposal: PolicyBody = {
  ...{ name: 'Allow a.example', type: 'allow', scope: 'selected', enabled: true },
  selector: { platform: 'kubernetes', cluster: 'production', namespace: 'shop' },
  rules: [{ pattern: 'a.example', comment: 'from an issue' }],
};
const times = { created_at: '2026-03-01T00:00:00Z', updated_at: '2026-03-01T00:00:00Z' };
const policy = (more: Partial<PolicyView> = {}): PolicyView => ({
  ...{ id: 'policy_1', version: 3, name: 'Known', type: 'allow', enabled: true, ...times },
  ...{ scope: 'selected', rules: [{ pattern: 'b.example' }] },
  selector: { namespace: 'shop', platform: 'kubernetes', cluster: 'production' },
  ...more,
});

test('what somebody wrote stands over what was proposed; an empty name does not', () => {
  expect(draftOf(proposal, ' Mirrors ', 'why')).toMatchObject({
    ...{ name: 'Mirrors', rules: [{ pattern: 'a.example', comment: 'why' }] },
    selector: proposal.selector,
  });
  const empty = draftOf(proposal, ' ', ' ');
  expect([empty.name, empty.rules]).toEqual(['Allow a.example', [{ pattern: 'a.example' }]]);
});

test.each<[string, Partial<PolicyView>, number]>([
  ['allows the same agents', {}, 1],
  ['blocks', { type: 'block' }, 0],
  ['is disabled', { enabled: false }, 0],
  ['is about all agents', { scope: 'global', selector: undefined }, 0],
  ['is about another cluster', { selector: { platform: 'kubernetes', cluster: 'other' } }, 0],
])('a policy that %s can be extended or not', (_, more, count) => {
  expect(extendable([policy(more)], proposal)).toHaveLength(count);
});

test('policies for all agents are of one scope', () => {
  const everywhere = { scope: 'global', selector: undefined } as const;
  expect(extendable([policy(everywhere)], { ...proposal, ...everywhere })).toHaveLength(1);
});

test('a policy that is extended keeps its own rules first', () => {
  expect(extended(policy(), proposal)).toMatchObject({
    ...{ name: 'Known', id: 'policy_1' },
    rules: [{ pattern: 'b.example' }, { pattern: 'a.example', comment: 'from an issue' }],
  });
});

test('a policy that is extended once more, for the answer was lost, has no rule twice', () => {
  const once = extended(policy(), proposal);
  expect(extended({ ...policy(), ...once }, proposal).rules).toEqual(once.rules);
});
