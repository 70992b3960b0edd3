import { unique } from '../house/actors';
import { type House, openHouse } from '../house/house';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

const check = (yaml: string) => house.admin.yaml('POST', '/v1/policies/check', yaml);

// proves: api-check-policy
test('a draft is answered with the policy it would be, and nothing is written', async () => {
  const name = unique('draft');
  const rules = [{ pattern: 'a.example.com' }];
  const whole = { name, type: 'allow', scope: 'global', rules, enabled: true };
  const yaml = `name: ${name}\ntype: allow\nrules:\n  - pattern: a.example.com\n`;
  for (const answer of [
    await check(yaml),
    await house.admin.post('/v1/policies/check', { name, type: 'allow', rules }),
  ])
    expect([answer.status, answer.body]).toEqual([200, { valid: true, policy: whole }]);
  expect((await house.admin.get('/v1/policies')).text).not.toContain(name);
});

// proves: api-check-policy, api-yaml-place
test.each([
  ['YAML that is none', 'name: "a\n', 'line 2, column 1: '],
  ['an unquoted star', 'name: a\nrules:\n  - pattern: *.a.example', 'line 3, column 14: write '],
  ['a wrong field', 'name: a\ntype: allow\nrules:\n  - pattern: a b\n', 'line 4, column 14: '],
])('%s is refused as by POST, with its place', async (_, yaml, place) => {
  const answer = await check(yaml);
  const { status, body } = await house.admin.yaml('POST', '/v1/policies', yaml);
  expect([answer.status, answer.body]).toEqual([status, body]);
  expect(body).toMatchObject({ error: { details: expect.stringMatching(`^${place}`) } });
});
