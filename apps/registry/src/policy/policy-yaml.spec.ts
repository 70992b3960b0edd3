import { Problem, problemText } from '@parapet/contracts';
import { checkPolicy } from '@parapet/patterns';
import fc from 'fast-check';
import { refusedBy } from '../testing/refused-by';
import { MAX_YAML_BYTES, parsePolicyYaml, policyYaml } from './policy-yaml';
import { readPolicy } from './read-policy';

const SEED = { seed: 20260303 };

const refusal = (source: string): string => {
  const problem = refusedBy(() => parsePolicyYaml(source));
  return `${problem.code}: ${problemText(problem)}`;
};

const GOOD = `name: Mirrors
type: allow
rules:
  - pattern: "*.example.com"
    comment: ours
`;

test('YAML becomes a policy', () => {
  expect(readPolicy(GOOD)).toEqual({
    name: 'Mirrors',
    type: 'allow',
    scope: 'global',
    rules: [{ pattern: '*.example.com', comment: 'ours' }],
    enabled: true,
  });
});

test.each([
  ['*.example.com', 'write "*.example.com" in quotes'],
  ['**.example.com', 'write "**.example.com" in quotes'],
  ['*', 'write the pattern in quotes, such as "*.example.com"'],
])(
  'an unquoted pattern %s is answered with the line and the way to write it',
  (pattern, advice) => {
    const said = refusal(`name: a\nrules:\n  - pattern: ${pattern}\n    comment: b\n`);
    expect(said).toMatch(/^invalid_yaml: .*: line 3, column 14: write /);
    expect(said).toContain(advice);
  },
);

test.each([
  [
    'an anchor',
    'name: a\nrules: &all []\n',
    'The anchor &all is not allowed: line 2, column 8: write',
  ],
  [
    'an anchor and its alias',
    'a: &x 1\nb: *x\n',
    'The anchor &x is not allowed: line 1, column 4: write',
  ],
  ['a tag', 'name: !!str 1\n', 'The tag !!str is not allowed: line 1, column 7: leave'],
  [
    'a private tag',
    'a: 1\nname: !secret 1\n',
    'The tag !secret is not allowed: line 2, column 7: leave',
  ],
  [
    'a tag directive',
    '%TAG ! tag:example.com,2026:\n---\nname: a\n',
    'Tags are not allowed in a policy: line 1, column 1: leave out %TAG',
  ],
  [
    'a repeated key',
    'name: a\nname: b\n',
    'The YAML is wrong: duplicated mapping key: line 2, column 1: ',
  ],
  ['a key that is a list', '? [a]\n: 1\n', ': line 1, column 1: '],
  ['nothing', '', 'The YAML is empty: line 1, column 1: '],
  ['a comment alone', '# hello\n', 'The YAML is empty'],
  [
    'two documents',
    'name: a\n---\nname: b\n',
    'The YAML holds several documents: line 3, column 1: send one',
  ],
  [
    'eleven levels',
    '['.repeat(11) + ']'.repeat(11),
    'The YAML is wrong: nesting exceeded maxDepth (10): line 1, column 10: ',
  ],
  ['wrong indentation', 'name: a\n type: b\n', 'The YAML is wrong: '],
  ['an open quote', 'name: "a\n', 'The YAML is wrong: '],
  ['a NUL', 'name: a\u0000', 'The YAML is wrong: null byte'],
])('refuses %s', (_, source, sentence) => {
  expect(refusal(source)).toContain(`invalid_yaml: `);
  expect(refusal(source)).toContain(sentence);
});

test.each([
  ['a repeated key', 'name: a\nname: b\n', 'give each key once'],
  ['too many levels', '['.repeat(11) + ']'.repeat(11), 'write it with fewer levels'],
  ['a tab', 'rules:\n\t- a\n', 'indent with blanks'],
])('of %s no quotes are advised, for they would not help', (_, source, advice) => {
  expect(refusal(source)).toContain(advice);
  expect(refusal(source)).not.toContain('quotes');
});

test('of a file whose lines a client took away it is said what keeps them', () => {
  const joined = GOOD.replaceAll('\n', '');
  expect(refusal(joined)).toContain('bad indentation of a mapping entry');
  expect(refusal(joined)).toContain('--data-binary');
  expect(refusal('name: a: b\ntype: allow\n')).not.toContain('--data-binary');
});

test('only the words of JSON mean something other than text', () => {
  const { value: said } = parsePolicyYaml(
    'a: yes\nb: True\nc: 0x10\nd: 2026-01-01\ne: ~\nf: true\ng: null',
  );
  expect(said).toEqual({
    ...{ a: 'yes', b: 'True', c: '0x10', d: '2026-01-01', e: '~' },
    ...{ f: true, g: null },
  });
});

test('64 KiB of YAML are taken and one byte more is too large', () => {
  const padded = (bytes: number): string => `${GOOD}# ${'é'.repeat(bytes)}`.slice(0, bytes);
  const full = GOOD + '#'.repeat(MAX_YAML_BYTES - GOOD.length);
  expect(readPolicy(full).name).toBe('Mirrors');
  expect(refusal(`${full}#`)).toContain('payload_too_large');
  expect(refusal(padded(MAX_YAML_BYTES))).toContain('payload_too_large');
});

/** In 2 s of the processor's time, so that neighbours of the machine do not count. */
function atOnce(work: () => void): void {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  expect(user + system).toBeLessThan(2_000_000);
}

/** Answers a policy or throws a Problem: anything else fails the test. */
function isAnswered(source: string): void {
  try {
    readPolicy(source);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect([400, 413]).toContain(error.status);
    expect(error.message.length).toBeLessThan(500);
  }
}

test('no text makes anything but a policy or a Problem', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 });
  fc.assert(fc.property(text, isAnswered), { ...SEED, numRuns: 1_000 });
});

test('no text of the characters that mean something in YAML makes anything else', () => {
  const piece = fc.constantFrom(
    ...[...'-:?,[]{}#&*!|>\'"%@` \n\t~<=\\'],
    ...['---', '...', '<<', '\r\n', '  ', '- ', ': ', 'name', '\ufeff', '\\x', '%TAG', '__proto__'],
  );
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
  fc.assert(fc.property(text, isAnswered), { ...SEED, numRuns: 3_000 });
});

test('no damage to a good policy makes anything else', () => {
  const damage = fc.tuple(
    fc.nat(GOOD.length),
    fc.nat(6),
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom('*', '&a ', '!!binary ', '\n', '[', '{', '"', '\t', '? ', '<<: ', ': '),
    ),
  );
  const apply = (text: string, [at, cut, put]: [number, number, string]): string =>
    text.slice(0, at) + put + text.slice(at + cut);
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (list) =>
      isAnswered(list.reduce(apply, GOOD)),
    ),
    { ...SEED, numRuns: 2_000 },
  );
});

test.each(
  Object.entries({
    'flow lists': '[',
    'open maps': '{a: ',
    'block lists': '- ',
    'complex keys': '? ',
    anchors: '&a ',
    tags: '!a ',
    documents: '---\n',
    'repeated keys': 'a: 1\n',
    'blank lines in a block text': 'a: |\n \n',
    colons: ':',
    'escapes in quotes': '"\\x41',
    'pairs in a flow list': '[a: b, ',
    'lines of a plain text': 'a\n',
    stars: '- *\n',
    blanks: '-      ',
  }),
)('64 KiB of %s are answered at once', (_, piece) =>
  atOnce(() => isAnswered(piece.repeat(Math.floor(MAX_YAML_BYTES / piece.length)))),
);

test('64 KiB of different keys are answered at once', () => {
  const keys = Array.from({ length: 9_000 }, (_, i) => `k${i}: 1`).join('\n');
  atOnce(() => expect(() => readPolicy(keys.slice(0, 60_000))).toThrow(Problem));
});

test('a policy written as YAML reads back as the same policy', () => {
  const line = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((text) => text.trim() !== '' && !/\p{Cc}/u.test(text) && text.isWellFormed());
  const many = fc.string({ unit: 'grapheme', maxLength: 80 });
  const document = fc.record(
    {
      name: line,
      type: fc.constantFrom('allow', 'block'),
      rules: fc.array(
        fc.record(
          {
            pattern: fc.constantFrom(
              '*.example.com',
              '**.example.com',
              '192.0.2.*',
              '2001:db8::/32',
            ),
            comment: many,
          },
          { requiredKeys: ['pattern'], noNullPrototype: true },
        ),
        { minLength: 1, maxLength: 5 },
      ),
      ...{ enabled: fc.boolean(), description: many },
      metadata: fc.dictionary(line, fc.oneof(many, fc.integer(), fc.boolean(), fc.constant(null)), {
        maxKeys: 5,
      }),
    },
    { requiredKeys: ['name', 'type', 'rules', 'enabled'] },
  );
  fc.assert(
    fc.property(document, (sent) => {
      fc.pre(!Object.hasOwn(sent.metadata ?? {}, '__proto__'));
      const policy = checkPolicy(sent);
      expect(readPolicy(policyYaml(policy))).toEqual(policy);
    }),
    { ...SEED, numRuns: 500 },
  );
});
