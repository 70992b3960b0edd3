import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Metrics } from '@parapet/chassis';
import { testHouse } from '@parapet/chassis/testing';
import { StandaloneModule } from './standalone.module';
import { groupedBy, seriesIn } from './testing/promql';

const CHART = join(__dirname, '../../../deploy/chart');

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly datasource?: unknown;
  readonly targets?: readonly {
    readonly datasource: unknown;
    readonly expr: string;
    readonly legendFormat: string;
  }[];
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
}
interface Dashboard {
  readonly title: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; definition?: string }[] };
}

const DASHBOARDS = globSync(join(CHART, 'dashboards/*.json')).map((file): [string, Dashboard] => [
  basename(file),
  JSON.parse(readFileSync(file, 'utf8')) as Dashboard,
]);
const PROMETHEUS = { type: 'prometheus', uid: '${datasource}' };
/** What a query of a dashboard may name besides the variables that the dashboard has. */
const GIVEN = ['__rate_interval', '__range', '__all'];

/** Each rule's name, and its expression without line breaks. */
const ALERTS = [
  ...readFileSync(join(CHART, 'alerts.yml'), 'utf8').matchAll(
    /^ {6}- alert: (\w+)\n {8}expr: (.*\n(?: {10}.*\n)*)/gm,
  ),
].map(([, name = '', expr = '']): [string, string] => [name, expr.replaceAll(/\s+/g, ' ')]);

/** Labels that tell houses apart, and all that Prometheus gives to every series of what it asks. */
const HOUSE = ['namespace', 'installation'];
const TARGET = ['job', 'instance', ...HOUSE];
/** What is told by others, with its labels. */
const labels = new Map<string, readonly string[]>([
  ['up', TARGET],
  ['ALERTS', ['alertname', 'alertstate', ...TARGET]],
  ['kafka_consumergroup_lag', ['consumergroup', 'topic', 'partition', ...TARGET]],
]);

/** The series that a metric has, each with its labels. */
function seriesOf(name: string, type: string, own: readonly string[]): [string, string[]][] {
  const all = [...own, ...TARGET];
  if (type !== 'histogram') return [[name, all]];
  return [
    [`${name}_sum`, all],
    [`${name}_count`, all],
    [`${name}_bucket`, [...all, 'le']],
  ];
}

beforeAll(async () => {
  const house = await testHouse({ imports: [StandaloneModule] });
  const metrics = house.app.get(Metrics);
  metrics.watchProcess();
  const told = await metrics.registry.metrics();
  for (const [, name = '', type = ''] of told.matchAll(/^# TYPE (\S+) (\S+)/gm)) {
    const own: unknown = Reflect.get(metrics.registry.getSingleMetric(name) ?? {}, 'labelNames');
    for (const [series, its] of seriesOf(name, type, own as string[])) labels.set(series, its);
  }
  await house.close();
});

/** What nobody tells of all that an expression asks for. */
const untold = (expr: string): string[] =>
  seriesIn(expr).flatMap((asked) => {
    const known = labels.get(asked.name);
    if (!known) return [asked.name];
    return asked.labels.flatMap((label) =>
      known.includes(label) ? [] : `${asked.name}{${label}}`,
    );
  });

/** The labels by which an expression, or what is said of its series, tells them apart, and which they have not. */
function unknownLabels(expr: string, said: readonly string[]): string[] {
  const known = new Set(seriesIn(expr).flatMap(({ name }) => labels.get(name) ?? []));
  const groups = groupedBy(expr);
  const shown = groups.length > 0 ? new Set(groups) : known;
  return [...groups.filter((g) => !known.has(g)), ...said.filter((label) => !shown.has(label))];
}

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

test('there are dashboards and alerts', () => {
  expect(DASHBOARDS.map(([file]) => file)).toEqual(['overview.json', 'processes.json']);
  expect(ALERTS.length).toBeGreaterThan(10);
});

describe.each(DASHBOARDS)('%s', (file, { panels, templating }) => {
  const asked = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
  );

  test('asks for series and labels that processes tell', () => {
    expect(asked.length).toBeGreaterThan(10);
    for (const { title, expr, legendFormat } of asked) {
      const shown = namesIn(legendFormat, /\{\{(\w+)\}\}/g);
      expect([title, untold(expr), unknownLabels(expr, shown)]).toEqual([title, [], []]);
    }
    for (const { definition = '' } of templating.list) {
      const [, series = '', label = ''] = /^label_values\((.+), (\w+)\)$/.exec(definition) ?? [];
      expect([untold(series), unknownLabels(series, label ? [label] : [])]).toEqual([[], []]);
    }
  });

  test('asks the Prometheus that is chosen, by variables that there are', () => {
    const variables = new Set([...GIVEN, ...templating.list.map(({ name }) => name)]);
    const text = readFileSync(join(CHART, 'dashboards', file), 'utf8');
    expect(namesIn(text, /\$\{?(\w+)/g).filter((name) => !variables.has(name))).toEqual([]);
    for (const { title, datasource, targets } of panels.filter((panel) => panel.targets))
      expect([title, datasource, ...(targets ?? []).map((one) => one.datasource)]).toEqual([
        ...[title, PROMETHEUS, ...(targets ?? []).map(() => PROMETHEUS)],
      ]);
  });

  test('asks of the houses that are chosen', () => {
    const ofProcesses = asked.filter(({ expr }) => !/kafka_|ALERTS/.test(expr));
    for (const { title, expr } of ofProcesses)
      for (const { name, labels: chosen } of seriesIn(expr))
        expect([title, name, chosen]).toEqual([title, name, expect.arrayContaining(HOUSE)]);
  });

  test('shows one panel in one place', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Set<string>();
    for (const { title, gridPos } of panels)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1)
        for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
          expect([title, x < 24, taken.has(`${x} ${y}`)]).toEqual([title, true, false]);
          taken.add(`${x} ${y}`);
        }
  });
});

test.each(ALERTS)('%s asks for series and labels that processes tell', (_, expr) => {
  expect([untold(expr), unknownLabels(expr, [])]).toEqual([[], []]);
});

test.each(ALERTS)('%s judges each house of a Prometheus by itself', (_, expr) => {
  const sums = [...expr.matchAll(/\b(?:sum|max|min|avg|count)\b(?: by \(([^)]*)\))?/g)];
  const merged = sums.filter(([, by = '']) => !HOUSE.every((label) => by.includes(label)));
  expect(merged.map(([sum]) => sum)).toEqual([]);
});

test('the page on operations tells of every alert, and of none that there is not', () => {
  const page = readFileSync(join(CHART, '../../docs/operations.md'), 'utf8');
  const told = namesIn(page, /^\| `(Parapet\w+)` /gm);
  expect(told.toSorted()).toEqual(ALERTS.map(([name]) => name).toSorted());
});
