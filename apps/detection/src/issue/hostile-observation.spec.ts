import type { ObservationBody } from '@parapet/contracts';
import { compileRules } from '@parapet/patterns';
import fc from 'fast-check';
import { builtInCatalog } from '../catalog/read-catalog';
import { at, connection, policy, recorded } from '../testing/facts';
import { detectIssues } from './detect-issues';
import { judgeObservation } from './judge-observation';

const law = {
  rules: compileRules([policy(['**.x.com', '10.0.0.0/8']), policy(['*.y.com'], { type: 'block' })]),
  catalog: builtInCatalog(),
};
const NAMES = [
  ...['destination', 'destination_ip', 'query', 'name', 'rule', 'severity', 'score', 'process'],
  ...['executable', 'command', 'args', 'exe', 'path', 'file', 'port', 'protocol', '__proto__'],
];

test('no metadata at all makes a judgement throw, and what comes of it is bounded', () => {
  const nasty = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary', maxLength: 2_000 }),
    fc.constantFrom('a\u0000b\n\u202ec.x.com', '\ud800.com', '::ffff:1.2.3.4', 'http://[', '.'),
  );
  const metadata = fc.dictionary(fc.constantFrom(...NAMES), nasty, { maxKeys: 6 });
  const kind = fc.constantFrom('dns', 'network_connection', 'process_execution', 'file_access');
  const verdict = fc.constantFrom<ObservationBody['verdict']>('allowed', 'blocked', 'detected');
  fc.assert(
    fc.property(metadata, kind, verdict, (sent, k, v) => {
      const record = at(
        'observations',
        1,
        'agent_1',
        recorded(connection(sent, { kind: k, verdict: v })),
      );
      const finding = judgeObservation(record.event.data, law);
      if (!finding) return;
      expect(finding.title.length).toBeLessThan(600);
      expect(finding.title).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
      expect(finding.title.isWellFormed()).toBe(true);
      for (const value of Object.values(finding.details))
        expect(String(value).length).toBeLessThanOrEqual(512);
      const belief = {
        ...{ known: new Set<string>(), judgedAt: 0, now: '' },
        ...{ nextId: () => 'e', firstReceived: () => undefined },
      };
      expect(detectIssues([{ record, finding }], belief)).toHaveLength(1);
    }),
    { seed: 20260303, numRuns: 3_000 },
  );
});

test.each(['200b', '200d', 'ad', '61c', '2060', 'feff', 'e0041'])(
  'a program is not called like another one by a sign that nobody sees: U+%s',
  (code) => {
    const unseen = String.fromCodePoint(parseInt(code, 16));
    const sent = { executable: `/usr/bin/cu${unseen}rl` };
    const body = connection(sent, { kind: 'process_execution' });
    const finding = judgeObservation(recorded(body).data, law);
    expect(finding?.title).toBe('Suspicious process execution: /usr/bin/cu\ufffdrl');
    expect(finding?.details.process).toBe(sent.executable);
  },
);

describe('a look-up of a name that is made to look like something else', () => {
  const NAMES = [
    ...['http://a.x.com/.evil.com', 'a.x.com:1/.evil.com', '[10.0.0.1]:53', 'a.x.com:53'],
    ...[
      '10.0.0.1%x.evil.com',
      '::1%x.evil.com',
      '[::1]',
      'a.x.com/.evil.com',
      'a.x.com/b',
      '10.0.0.1/b',
    ],
  ];
  const judged = (query: string, rules = law.rules) =>
    judgeObservation(recorded(connection({ query }, { kind: 'dns' })).data, { ...law, rules });

  test.each(NAMES)('%s is an issue of that name, whatever allows what it looks like', (name) =>
    expect(judged(name)).toMatchObject({
      ...{ title: `Unknown egress to ${name}`, details: { domain: name } },
    }),
  );

  test('is blocked by a rule about the name above it', () => {
    const rules = compileRules([policy(['**.evil.com'], { type: 'block' })]);
    const found = NAMES.filter((name) => name.endsWith('.evil.com'));
    for (const name of found) expect(judged(name, rules)?.severity).toBe('critical');
    expect(found).toHaveLength(5);
  });
});

/** CPU milliseconds that it takes to judge all of these, and to judge so many ordinary ones, in the same moments. */
function costs(destinations: readonly string[], ordinary: number): readonly [number, number] {
  const judged = (sent: readonly string[]): number => {
    const records = sent.map((destination) => recorded(connection({ destination })).data);
    const began = process.cpuUsage();
    for (const record of records) judgeObservation(record, law);
    const { user } = process.cpuUsage(began);
    return user / 1_000;
  };
  const usual = Array.from({ length: ordinary }, (_, i) => `host-${i}.example.com`);
  return [judged(destinations), judged(usual)];
}

test('a host of thousands of letters of another script is judged as quickly as 1,000 others', () => {
  const letters = Array.from({ length: 5_200 }, (_, i) => String.fromCodePoint(0x4e00 + i));
  const label = letters.join('');
  const ways = [label, `https://${label}/`, `x://${encodeURI(label)}/`, `${label}@a b.${label}`];
  const [hostile, usual] = costs(ways, ways.length * 1_000);
  expect(hostile).toBeLessThan(usual);
});

const MARKS = `a${'\u0301'.repeat(16_000)}${'\u0316'.repeat(16_000)}`;

test('a destination of 64 KiB is judged as quickly as 1,000 others', () => {
  const long = ['a.', '.', ':', '[', 'x.com/', 'http://a'].map((unit) =>
    unit.repeat(65_000 / unit.length),
  );
  const begins = ['https://[', 'https://', 'a b@'].flatMap((begin) =>
    ['a', '\u00ad', '%C2%AD', '\\', ':1', '\t', 'a,'].map(
      (unit) => `${begin}${unit.repeat(65_000 / unit.length)}.`,
    ),
  );
  const all = [...long, ...begins, MARKS, `x.com${'/'.repeat(65_000)}.`];
  const [hostile, usual] = costs(all, all.length * 1_000);
  expect(hostile).toBeLessThan(usual);
});
