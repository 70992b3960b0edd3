import { unique } from '../../house/actors';
import { type House, openHouse } from '../../house/house';
import { generalError } from '../../house/shapes';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

/** The name of every policy that must not be made. */
const MARK = unique('hostile');
const LIMIT = 64 * 1024;
const post = (text: string) => house.admin.yaml('POST', '/v1/policies', text);
const policy = (rules: string, more = ''): string =>
  `name: ${MARK}\ntype: allow\nrules:\n${rules}\n${more}`;
const rule = '  - pattern: a.example.com';
const filled = (piece: string): string => piece.repeat(Math.floor((LIMIT - 200) / piece.length));

describe('YAML that means more than it says is refused with its place and what would be right', () => {
  test.each<[string, string, RegExp]>([
    [
      'an anchor',
      policy('  - &a {pattern: a.example.com}'),
      /The anchor &a .*line 4, column 5: write the value/,
    ],
    ['an alias', policy('  - *a'), /alias.*line 4, column 5: .*in quotes/],
    [
      'an unquoted pattern',
      policy('  - pattern: *.example.com'),
      /line 4, column 14: write "\*\.example\.com" in quotes/,
    ],
    [
      'a tag of a language',
      policy(rule, 'description: !!js/function "f()"'),
      /tag !!js\/function .*leave it out/,
    ],
    [
      'a tag of Python',
      policy(rule, 'description: !!python/object:os.system x'),
      /tag .*leave it out/,
    ],
    ['binary', policy(rule, 'description: !!binary aGk='), /tag !!binary .*leave it out/],
    ['a directive', `%TAG ! tag:a,2026:\n---\n${policy(rule)}`, /leave out %TAG/],
    [
      'several documents',
      `${policy(rule)}---\n${policy(rule)}`,
      /several documents.*line 6, column 1: send one/,
    ],
    [
      'a key given twice',
      policy(rule, `name: ${MARK}-2`),
      /duplicated mapping key.*line 5, column 1: /,
    ],
    ['a list as a key', policy(rule, '? [a]\n: 1'), /line \d+, column \d+: /],
    ['eleven levels', policy(rule, `metadata: {a: ${'['.repeat(11)}${']'.repeat(11)}}`), /nesting/],
    ['a merge key', policy(rule, '<<: {enabled: false}'), /Merge keys \(<<\) are not allowed/],
    [
      'one below metadata',
      policy(rule, 'metadata: {<<: {a: b}}'),
      /Merge keys .*line 5, column 12: /,
    ],
    ['a NUL', policy(rule, 'description: "\0"'), /null byte/],
    ['an escape of YAML that is none', policy(rule, 'description: "\\q"'), /line 5, column 16: /],
    ['tabs', policy('\t- pattern: a.example.com'), /line 4, column 1: /],
  ])('%s', async (_, text, right) => {
    const answer = await post(text);
    expect([answer.status, answer.body]).toEqual([400, generalError('invalid_yaml')]);
    expect(answer.text.replaceAll('\\"', '"')).toMatch(right);
  });

  test.each<[string, string, string]>([
    ['a key __proto__', policy(rule, '__proto__: {enabled: false}'), '__proto__'],
    ['one below metadata', policy(rule, 'metadata: {a: {__proto__: {x: 1}}}'), '__proto__'],
    ['a NUL in a key', policy(rule, 'metadata: {"a\\0b": 1}'), 'control character'],
    ['half of a surrogate pair', policy(rule, 'description: "\\ud800"'), 'surrogate'],
    ['yes for true', policy(rule, 'enabled: yes'), 'true or false, without quotes'],
  ])('%s', async (_, text, right) => {
    const answer = await post(text);
    expect([answer.status, answer.body]).toEqual([400, expect.anything()]);
    expect(answer.text).toContain(right);
  });

  test('words that only other schemas take for numbers, times or truths are texts', async () => {
    const words = 'metadata: {a: yes, b: 0o17, c: 0x10, d: 2026-01-01, e: ~, f: 1_000, g: .inf}';
    const made = await house.admin.yaml<{ id: string }>(
      ...(['POST', '/v1/policies', policy(rule, words).replace(MARK, 'words')] as const),
    );
    const path = `/v1/policies/${made.body.id}`;
    const { body } = await house.admin.get<{ metadata: unknown }>(path);
    expect(body.metadata).toEqual({
      ...{ a: 'yes', b: '0o17', c: '0x10', d: '2026-01-01', e: '~', f: '1_000', g: '.inf' },
    });
    await house.admin.delete(path);
  });

  test('bytes that are no UTF-8, and UTF-16, are refused', async () => {
    for (const body of [
      Buffer.from('name: \xff', 'latin1'),
      Buffer.from(policy(rule), 'utf16le'),
    ]) {
      const type = 'application/yaml';
      const answer = await house.admin.send({ method: 'POST', path: '/v1/policies', body, type });
      expect(answer.status).toBe(400);
    }
  });
});

describe('64 KiB of anything is answered', () => {
  test.each([
    ['flow lists', filled('[')],
    ['open maps', filled('{a: ')],
    ['lists in lists', filled('- ')],
    ['complex keys', filled('? ')],
    ['documents', filled('---\n')],
    ['tags', filled('- !!str a\n')],
    ['aliases', `- &a x\n${filled('- *a\n')}`],
    [
      'laughs',
      Array.from({ length: 900 }, (_, i) => `a${i}: &a${i} [${'*a,'.repeat(20)}]`)
        .join('\n')
        .slice(0, LIMIT),
    ],
    ['one key', `${'k'.repeat(LIMIT - 100)}: 1`],
    ['keys', Array.from({ length: 6_000 }, (_, i) => `k${i}: 1`).join('\n')],
    ['escapes', `name: "${filled('\\x41')}"`],
    ['one comment and no policy', `#${'x'.repeat(LIMIT - 1)}`],
  ])('%s', async (_, text) => {
    const answer = await post(text);
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(1_000);
  });

  test('one byte more is 413', async () => {
    const answer = await post('#'.repeat(LIMIT + 1));
    expect([answer.status, answer.body]).toEqual([413, generalError('payload_too_large')]);
    expect(answer.text).toContain('64 KiB');
  });
});

describe('patterns are no expressions: what blows those up is refused, or taken by the letter', () => {
  test.each([
    '(a+)+$',
    '(a|a)*b',
    '([a-zA-Z]+)*',
    '^(.*)*$',
    '.*',
    'a{1,99999}',
    '[[:alpha:]]',
    '*.*.*.*.example.com',
    '**.**.example.com',
    'a*a*a*a*a*b',
    '*'.repeat(253),
    `${'a.'.repeat(126)}*`,
    'x'.repeat(300),
    '192.0.2.*/24',
    '0.0.0.0/99',
    '::ffff:999.0.0.1',
    'a.example.com\n',
    '\u202eexample.com',
  ])('%#: %s', async (pattern) => {
    const answer = await post(policy(`  - pattern: ${JSON.stringify(pattern)}`));
    expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
    expect(answer.text).toContain('rules[0].pattern');
  });
});

test('nothing of what was refused was made', async () => {
  expect((await house.admin.get('/v1/policies')).text).not.toContain(MARK);
});
