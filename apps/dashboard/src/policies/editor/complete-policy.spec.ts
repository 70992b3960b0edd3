import { completePolicy } from './complete-policy';

/** The labels that are offered where `|` stands. */
const offered = (text: string): readonly string[] =>
  completePolicy(text.replace('|', ''), text.indexOf('|'))?.words.map(({ label }) => label) ?? [];

test('an empty text is offered all keys of a policy, without those that are there', () => {
  expect(offered('|')).toEqual([
    ...['name', 'type', 'scope', 'selector', 'rules', 'enabled', 'description', 'metadata'],
  ]);
  const rest = 'scope: global\nrules:\n  - pattern: a.example\nenabled: true\nmetadata:\n';
  expect(offered(`name: a\nty|\n${rest}`)).toEqual(['type', 'selector', 'description']);
});

test('what was begun is replaced', () => {
  const { from } = completePolicy('name: a\nsco', 11) ?? {};
  expect(from).toBe(8);
});

test.each([
  ['type: |', ['allow', 'block']],
  ['scope: sel|', ['global', 'selected']],
  ['enabled: |', ['true', 'false']],
  ['selector:\n  platform: |', ['kubernetes', 'github_actions']],
  ['name: |', []],
])('values that can be counted are offered: %j', (text, labels) =>
  expect(offered(text)).toEqual(labels),
);

test.each([
  ['in a new item', 'rules:\n  - |', ['pattern', 'comment']],
  ['in an item without blanks before it', 'rules:\n- |', ['pattern', 'comment']],
  ['under its pattern', 'rules:\n  - pattern: a.example\n    |', ['comment']],
  ['above its comment', 'rules:\n  - |\n    comment: x\n', ['pattern']],
  [
    'in an item between others',
    'rules:\n  - pattern: a.example\n    comment: x\n  - pattern: b.example\n    |\n  - pattern: c.example\n    comment: y',
    ['comment'],
  ],
])('keys of a rule are offered %s', (_, text, labels) => expect(offered(text)).toEqual(labels));

test('a selector is offered the labels of its platform', () => {
  expect(offered('selector:\n  |')).toHaveLength(7);
  expect(offered('selector:\n  platform: kubernetes\n  |')).toEqual([
    ...['cluster', 'namespace', 'node'],
  ]);
  expect(offered('selector:\n  |\n  platform: github_actions\n  job: x\nname: a')).toEqual([
    ...['repository', 'workflow'],
  ]);
});

test.each(['metadata:\n  |', 'rules:\n  - pattern: |', '# a comment |', 'name: a b |'])(
  'nothing is offered where anything may stand: %j',
  (text) => expect(offered(text)).toEqual([]),
);
