import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type House, openOwnHouse } from '../house/house';

jest.setTimeout(60_000);

const PAGE = readFileSync(join(__dirname, '../../../docs/operations.md'), 'utf8');
/** Each alert's name, and its expression without line breaks. */
const RULES = [...PAGE.matchAll(/^- alert: (\w+).*\n {2}expr: (.*\n(?: {4}.*\n)*)/gm)].map(
  ([, name = '', expr = '']) => [name, expr.replaceAll(/\s+/g, ' ')] as const,
);

let house: House;
beforeAll(async () => {
  house = await openOwnHouse();
});
afterAll(() => house.close());

test('every number that the page on operations names is one that a process tells', async () => {
  const { text } = await house.admin.get('/metrics');
  const told = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const named = PAGE.match(/\b(?:parapet|process|nodejs)_[a-z0-9]+_[a-z0-9_]+\b/g) ?? [];
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !told.has(name.replace(/_count$/, '')))).toEqual([]);
});

test('whoever asks /readyz is counted, for the alert that a process is not ready', async () => {
  const expr = new Map(RULES).get('ParapetNotReady') ?? '';
  expect(expr).toContain('{route="/readyz",status="503"}');
  await house.admin.get('/readyz');
  const { text } = await house.admin.get('/metrics');
  expect(text).toMatch(
    /^parapet_http_request_duration_seconds_count\{route="\/readyz",method="GET",status="200"\} [1-9]/m,
  );
});

/** Of what an expression asks whether there was any: series and window. */
const asked = (expr: string) => [
  ...expr.matchAll(/(?:increase|rate)\((.+?)\[(\w+)\]\)+ > 0(?!\.)/g),
];

test.each(RULES.filter(([, expr]) => asked(expr).length > 0))(
  '%s hears of the first event too: increase does not see what a series begins with',
  (_, expr) => {
    for (const [, series, window] of asked(expr))
      expect(expr.replaceAll(' > 0 unless', ' unless')).toContain(
        `${series} unless ${series} offset ${window}`,
      );
  },
);
