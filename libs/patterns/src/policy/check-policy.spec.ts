import { Problem } from '@parapet/contracts';
import { checkPolicy } from './check-policy';

const policy = { name: 'Mirrors', type: 'allow', rules: [{ pattern: 'mirror.example.com' }] };

const refusal = (sent: unknown): string => {
  try {
    checkPolicy(sent);
  } catch (error) {
    if (error instanceof Problem && error.code === 'bad_request') return error.message;
    throw error;
  }
  throw new Error('it was taken');
};

test('a policy is global and enabled unless it says otherwise', () => {
  expect(checkPolicy(policy)).toEqual({ ...policy, scope: 'global', enabled: true });
});

test('everything that a policy may say is kept', () => {
  const full = {
    ...policy,
    type: 'block',
    scope: 'selected',
    selector: { platform: 'kubernetes', cluster: 'production', namespace: 'web' },
    rules: [{ pattern: '**.example.com', comment: 'two\nlines' }, { pattern: '192.0.2.0/24' }],
    enabled: false,
    description: 'why',
    metadata: { owner: { team: ['a', 1, null, true] } },
  };
  expect(checkPolicy(full)).toEqual(full);
});

test('texts are as long as they have characters, as the API document counts them', () => {
  const longest = {
    ...policy,
    name: '🛡'.repeat(200),
    rules: [{ pattern: 'a.example', comment: '🛡'.repeat(1_000) }],
    description: '🛡'.repeat(2_000),
  };
  expect(checkPolicy(longest)).toMatchObject(longest);
  expect(refusal({ ...longest, name: `${longest.name}x` })).toContain('1 to 200 characters');
  expect(refusal({ ...longest, description: `${longest.description}x` })).toContain('at most 2000');
});

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'A policy must be an object with name, type and rules'],
  ['a list', [policy], 'A policy must be an object with name, type and rules'],
  ['an unknown key', { ...policy, rule: [] }, 'Unknown key "rule": a policy has name, type, scope'],
  ['a merge key', { ...policy, '<<': {} }, 'Merge keys (<<) are not allowed; write the values out'],
  ['no name', { ...policy, name: undefined }, 'name is required: a text of 1 to 200 characters'],
  ['a number as name', { ...policy, name: 7 }, 'name must be a text; write numbers, true, false'],
  ['a blank name', { ...policy, name: '  ' }, 'name must have 1 to 200 characters'],
  ['a long name', { ...policy, name: 'x'.repeat(201) }, 'name must have 1 to 200 characters'],
  ['a name of two lines', { ...policy, name: 'a\nb' }, 'name must be one line without control'],
  ['no type', { ...policy, type: undefined }, 'type is required: allow or block'],
  ['another type', { ...policy, type: 'deny' }, 'type must be allow or block'],
  ['another scope', { ...policy, scope: 'all' }, 'scope must be global or selected'],
  ['enabled in quotes', { ...policy, enabled: 'true' }, 'enabled must be true or false, without'],
  ['a null as scope', { ...policy, scope: null }, 'scope must be global or selected'],
  ['a null as enabled', { ...policy, enabled: null }, 'enabled must be true or false, without'],
  ['no rules', { ...policy, rules: undefined }, 'rules must be a list of objects with pattern'],
  ['empty rules', { ...policy, rules: [] }, 'rules must hold 1 to 10,000 rules'],
  [
    'too many rules',
    { ...policy, rules: Array(10_001).fill({ pattern: 'a.b' }) },
    'rules must hold',
  ],
  [
    'a bare pattern',
    { ...policy, rules: ['a.example'] },
    'rules[0] must be an object with a pattern',
  ],
  [
    'a rule without pattern',
    { ...policy, rules: [{ comment: 'x' }] },
    'rules[0].pattern is required',
  ],
  [
    'a typo in a rule',
    { ...policy, rules: [{ patern: 'a' }] },
    'Unknown key "patern": a rule (rules[0]) has',
  ],
  ['a wrong pattern', { ...policy, rules: [{ pattern: 'a b' }] }, 'rules[0].pattern: '],
  [
    'a long comment',
    { ...policy, rules: [{ pattern: 'a.b', comment: 'x'.repeat(1001) }] },
    'rules[0].comment must have at most 1000',
  ],
  [
    'the pattern *',
    { ...policy, rules: [{ pattern: 'a.b' }, { pattern: '*' }] },
    'rules[1].pattern: * matches everything',
  ],
  ['a selector of a global policy', { ...policy, selector: {} }, 'selector needs scope: selected'],
  ['no selector', { ...policy, scope: 'selected' }, 'scope: selected needs a selector'],
  [
    'a selector without platform',
    { ...policy, scope: 'selected', selector: {} },
    'selector.platform is required',
  ],
  [
    'a label of another platform',
    { ...policy, scope: 'selected', selector: { platform: 'kubernetes', job: 'x' } },
    'Unknown key "job": a selector for kubernetes has platform, cluster',
  ],
  [
    'a number as label',
    { ...policy, scope: 'selected', selector: { platform: 'github_actions', job: 1 } },
    'selector.job must be a text',
  ],
  ['metadata that is a list', { ...policy, metadata: [] }, 'metadata must be an object'],
  [
    'metadata with too many keys',
    {
      ...policy,
      metadata: { a: Object.fromEntries(Array.from({ length: 256 }, (_, i) => [i, i])) },
    },
    'metadata may have at most 256 keys',
  ],
  [
    'half a surrogate pair',
    { ...policy, description: '\ud800' },
    'A text contains half of a surrogate',
  ],
  [
    'a key that no database takes',
    { ...policy, metadata: { 'a\u0000b': 1 } },
    'A key contains a control character',
  ],
  [
    'a number beyond all numbers',
    { ...policy, metadata: JSON.parse('{"a":1e400}') as unknown },
    'A number is too large for JSON',
  ],
  [
    'a key named __proto__',
    JSON.parse('{"metadata":{"__proto__":{}}}'),
    'The key __proto__ is not allowed',
  ],
])('refuses %s', (_, sent, sentence) => {
  expect(refusal(sent)).toContain(sentence);
});

test('everything can be let through when it is confirmed', () => {
  const open = { ...policy, rules: [{ pattern: '*' }], metadata: { confirm: 'allow-all' } };
  expect(checkPolicy(open).rules).toEqual([{ pattern: '*' }]);
});

test('a policy nests ten levels deep at most', () => {
  const nested = (levels: number): unknown =>
    Array.from({ length: levels }).reduce<unknown>((inner) => ({ k: inner }), 'x');
  expect(checkPolicy({ ...policy, metadata: nested(9) }).metadata).toEqual(nested(9));
  expect(refusal({ ...policy, metadata: nested(10) })).toContain('10 levels deep');
});

test('what is inherited is not what was sent', () => {
  expect(refusal(Object.create(policy))).toContain('name is required');
});
