import { type House, openHouse } from '../house/house';
import { generalError } from '../house/shapes';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

const rules = (text: string): string =>
  `name: refused\ntype: allow\nscope: global\nrules:\n${text}\n`;

const refusal = (body: string) => house.admin.yaml('POST', '/v1/policies', body);

describe('YAML that is refused with 400 invalid_yaml', () => {
  // proves: api-yaml-features, api-code-invalid-yaml
  test.each([
    ['an unclosed bracket', 'rules: ['],
    ['a tab as indentation', 'name: x\nrules:\n\t- pattern: a.example.com'],
    ['an anchor and its alias', rules('  - &a {pattern: a.example.com}\n  - *a')],
    ['a tag', rules('  - pattern: !!js/function "f"')],
    [
      'two documents',
      `${rules('  - pattern: a.example.com')}---\n${rules('  - pattern: b.example.com')}`,
    ],
    ['a key given twice', `name: twice\n${rules('  - pattern: a.example.com')}`],
    ['nested too deep', `name: ${'['.repeat(200)}${']'.repeat(200)}`],
  ])('%s', async (_, text) => {
    const answer = await refusal(text);
    expect([answer.status, answer.body]).toEqual([400, generalError('invalid_yaml')]);
  });

  // proves: api-yaml-quote, api-code-invalid-yaml
  test('an unquoted *.example.com is an alias: the sentence says to quote it', async () => {
    const answer = await refusal(rules('  - pattern: *.example.com'));
    expect([answer.status, answer.body]).toEqual([400, generalError('invalid_yaml')]);
    expect(answer.text).toMatch(/quote/i);
  });
});

describe('policies that are refused with 400', () => {
  // proves: spec-4-create-policy-body, spec-7-400, api-yaml-keys, api-yaml-features, api-unknown-refused,
  // proves: api-policy-selector
  test.each([
    ['nothing', ''],
    ['a scalar', 'hello'],
    ['a list', '- a\n- b'],
    ['no name', 'type: allow\nscope: global\nrules:\n  - pattern: a.example.com'],
    ['an empty name', rules('  - pattern: a.example.com').replace('refused', '""')],
    ['a name that is no string', rules('  - pattern: a.example.com').replace('refused', '[1]')],
    ['no type', 'name: x\nscope: global\nrules:\n  - pattern: a.example.com'],
    ['an unknown type', rules('  - pattern: a.example.com').replace('allow', 'permit')],
    ['an unknown scope', rules('  - pattern: a.example.com').replace('global', 'galaxy')],
    [
      'selected without a selector',
      rules('  - pattern: a.example.com').replace('global', 'selected'),
    ],
    ['no rules', 'name: x\ntype: allow\nscope: global'],
    ['rules that are no list', 'name: x\ntype: allow\nscope: global\nrules: all'],
    ['a rule without a pattern', rules('  - comment: nothing')],
    ['a pattern that is a number', rules('  - pattern: 10')],
    ['a comment that is no string', rules('  - pattern: a.example.com\n    comment: [x]')],
    ['a wildcard in the middle of a name', rules('  - pattern: a.*.example.com')],
    ['an impossible CIDR', rules('  - pattern: 192.0.2.0/33')],
    ['an address out of range', rules('  - pattern: 192.0.2.256')],
    ['a pattern of blanks', rules('  - pattern: "  "')],
    ['an unknown key', `${rules('  - pattern: a.example.com')}enabeld: true`],
    ['an unknown key in a rule', rules('  - pattern: a.example.com\n    coment: x')],
    ['enabled as a word', `${rules('  - pattern: a.example.com')}enabled: "yes"`],
    ['everything, unconfirmed', rules('  - pattern: "*"')],
    ['a key named __proto__', `${rules('  - pattern: a.example.com')}__proto__: {x: 1}`],
    ['a merge key', `${rules('  - pattern: a.example.com')}<<: {enabled: false}`],
  ])('%s', async (_, text) => {
    const answer = await refusal(text);
    expect(answer.status).toBe(400);
    expect([generalError('bad_request'), generalError('invalid_yaml')]).toContainEqual(answer.body);
  });

  test('"*" is taken when metadata says confirm: allow-all', async () => {
    const text = `${rules('  - pattern: "*"')}enabled: false\nmetadata: {confirm: allow-all}`;
    expect((await refusal(text)).status).toBe(201);
  });

  // proves: api-size-yaml
  test('more than 64 KiB answers 413', async () => {
    const answer = await refusal(`${rules('  - pattern: a.example.com')}# ${'x'.repeat(70_000)}`);
    expect([answer.status, answer.body]).toEqual([413, generalError('payload_too_large')]);
  });

  // proves: api-keys-twice
  test('a key that stands twice is refused in YAML, and the last one counts in JSON', async () => {
    const twice =
      '{"name":"twice","type":"allow","type":"block","rules":[{"pattern":"a.example.com"}]}';
    const yaml = await refusal(twice);
    expect([yaml.status, yaml.body]).toEqual([400, generalError('invalid_yaml')]);
    const json = await house.admin.post<{ id: string }>('/v1/policies', twice);
    expect(json.status).toBe(201);
    const { body } = await house.admin.get(`/v1/policies/${json.body.id}`);
    expect(body).toMatchObject({ type: 'block' });
  });

  test('a refused PUT changes nothing', async () => {
    const made = await house.admin.yaml<{ id: string }>(
      ...(['POST', '/v1/policies', rules('  - pattern: kept.example.com')] as const),
    );
    const path = `/v1/policies/${made.body.id}`;
    expect((await house.admin.yaml('PUT', path, rules('  - pattern: "*"'))).status).toBe(400);
    const { text } = await house.admin.get(path);
    expect(text).toContain('kept.example.com');
  });
});
