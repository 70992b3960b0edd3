import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type House, openOwnHouse } from '../house/house';

const read = (file: string): string => readFileSync(join(__dirname, '../../..', file), 'utf8');
const ALERTS = read('deploy/chart/alerts.yml');
const NAMED = read('docs/operations.md') + ALERTS;
/** Each alert's name, and its expression without line breaks. */
const RULES = [...ALERTS.matchAll(/^ {6}- alert: (\w+)\n {8}expr: (.*\n(?: {10}.*\n)*)/gm)].map(
  ([, name = '', expr = '']) => [name, expr.replaceAll(/\s+/g, ' ')] as const,
);

let house: House;
beforeAll(async () => {
  house = await openOwnHouse();
});

test('every number that the page on operations and the alerts name is one that a process tells', async () => {
  const { text } = await house.admin.get('/metrics');
  const told = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const named = NAMED.match(/\b(?:parapet|process|nodejs)_[a-z0-9]+_[a-z0-9_]+\b/g) ?? [];
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !told.has(name.replace(/_(count|bucket)$/, '')))).toEqual([]);
});

/** Of what an expression asks whether there was any: series and window. */
const asked = (expr: string) => [
  ...expr.matchAll(/(?:increase|rate)\((.+?)\[(\w+)\]\)+ > 0(?!\.)/g),
];

/** These hear of what goes on for minutes, and not of one event. */
const OF_STREAMS = ['ParapetNothingJudged'];

test.each(RULES.filter(([name, expr]) => asked(expr).length > 0 && !OF_STREAMS.includes(name)))(
  '%s hears of the first event too: increase does not see what a series begins with',
  (_, expr) => {
    for (const [, series, window] of asked(expr))
      expect(expr.replaceAll(' > 0 unless', ' unless')).toContain(
        `${series} unless ${series} offset ${window}`,
      );
  },
);
