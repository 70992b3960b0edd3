import fc from 'fast-check';
import { canonicalJson } from './canonical-json';

test('gives the example of RFC 8785, section 3.2.3', () => {
  const sent = `{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
    "literals": [null, true, false]
  }`;
  expect(canonicalJson(JSON.parse(sent))).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test('sorts keys by UTF-16 code units (RFC 8785, section 3.2.3)', () => {
  const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
  const canonical = canonicalJson(Object.fromEntries(keys.map((k) => [k, 0])));
  expect(Object.keys(JSON.parse(canonical) as object)).toEqual([
    '1',
    '\r',
    '\u0080',
    '\u00f6',
    '\u20ac',
    '\ud83d\ude00',
    '\ufb33',
  ]);
  expect(canonical.indexOf('\ud83d\ude00')).toBeLessThan(canonical.indexOf('\ufb33'));
});

test('keeps the value and does not depend on the order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const canonical = canonicalJson(JSON.parse(text));
      expect(JSON.parse(canonical)).toEqual(JSON.parse(text));
      expect(canonicalJson(reversed(JSON.parse(text)))).toBe(canonical);
    }),
    { seed: 8785, numRuns: 1_000 },
  );
});

function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([k, v]) => [k, reversed(v)]));
}
