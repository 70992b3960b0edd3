import { nanoseconds, type ObservationBody, Problem } from '@parapet/contracts';
import fc from 'fast-check';
import { type Arrival, type NewObservation, recordObservation } from './record-observation';

const NOW = Date.parse('2026-03-03T10:11:13Z');
const AGENT = { id: 'agent_1', platform: 'vanilla', hostname: 'h', mode: 'detect', labels: {} };
const BODY: ObservationBody = {
  kind: 'network_connection',
  timestamp: '2026-03-03T10:11:12.123456789Z',
  metadata: { destination: 'api.example.net', port: 443 },
  verdict: 'detected',
};

const arrival = (body: Partial<ObservationBody> = {}, rest: Partial<Arrival> = {}): Arrival => {
  const whole = { ...BODY, ...body };
  const text = JSON.stringify(whole);
  return { body: whole, text, agentId: 'agent_1', agentJson: JSON.stringify(AGENT), ...rest };
};

function record(given: Arrival): NewObservation {
  const recorded = recordObservation(given, NOW, 'fact-1');
  if (recorded instanceof Problem) throw recorded;
  return recorded;
}
const refusal = (given: Arrival): string => {
  const refused = recordObservation(given, NOW, 'fact-1');
  return refused instanceof Problem ? refused.message : 'recorded';
};

test('given an arrival, when it is recorded, then one ObservationRecorded holds the body as it came', () => {
  const text = ' {"verdict" : "detected", "n": 1.0,\n"later": 1e3 } ';
  const { event } = record(arrival({}, { text }));
  expect(event).toMatchObject({
    key: 'agent_1',
    meta: {
      id: 'fact-1',
      type: 'ObservationRecorded',
      schema: 1,
      time: '2026-03-03T10:11:13.000Z',
      actor: 'agent_1',
      cause: null,
    },
  });
  expect(event.json).toContain(text);
  expect(JSON.parse(event.json)).toMatchObject({
    at: '01772532672123456789',
    received_at: '2026-03-03T10:11:13.000Z',
    agent: AGENT,
    body: { verdict: 'detected', n: 1 },
  });
});

test('rule 7: ids begin with the time, so that ids of a moment lie together', () => {
  const earlier = record(arrival({ timestamp: '2026-03-03T10:11:11Z' })).id;
  const later = record(arrival({ timestamp: '2026-03-03T10:11:12Z' })).id;
  expect(earlier < later).toBe(true);
  expect(later).toMatch(/^event_[0-9a-z]{9}[\w-]{27}$/);
});

test('rule 7: identity does not depend on key order, white space, or spelling of numbers and zones', () => {
  const minutes = fc.integer({ min: -23 * 60, max: 23 * 60 });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), minutes, (raw, zone) => {
      const metadata = JSON.parse(JSON.stringify(raw)) as ObservationBody['metadata'];
      const shuffled = Object.fromEntries(Object.entries(metadata).reverse());
      const respelled = JSON.parse(
        JSON.stringify(shuffled, null, 3).replace(/: (\d+)(,?)$/gm, ': $1.0e0$2'),
      ) as ObservationBody['metadata'];
      const timestamp = spelledInZone(zone);
      expect(record(arrival({ metadata: respelled, timestamp })).id).toBe(
        record(arrival({ metadata })).id,
      );
    }),
    { seed: 7, numRuns: 500 },
  );
});

/** The time of `BODY`, as a clock in another zone writes it. */
function spelledInZone(minutes: number): string {
  const pad = (n: number): string => String(Math.abs(n)).padStart(2, '0');
  const local = new Date(Date.parse('2026-03-03T10:11:12Z') + minutes * 60_000).toISOString();
  const zone = `${minutes < 0 ? '-' : '+'}${pad(Math.trunc(minutes / 60))}:${pad(minutes % 60)}`;
  const text = `${local.slice(0, 19)}.123456789${zone}`;
  expect(nanoseconds(text)).toBe(nanoseconds(BODY.timestamp));
  return text;
}

test('rule 7: another agent, kind, nanosecond or metadata is another observation', () => {
  const ids = [
    arrival(),
    arrival({}, { agentId: 'agent_2' }),
    arrival({ kind: 'file_access' }),
    arrival({ timestamp: '2026-03-03T10:11:12.123456788Z' }),
    arrival({ metadata: { destination: 'api.example.net', port: 444 } }),
    arrival({ metadata: { destination: 'api.example.net', port: '443' } }),
    arrival({ metadata: {} }),
  ].map((a) => record(a).id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('rule 7: different metadata is a different observation', () => {
  const metadata = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  fc.assert(
    fc.property(metadata, metadata, (a, b) => {
      const [one, other] = [JSON.stringify(sorted(a)), JSON.stringify(sorted(b))];
      const same = record(arrival({ metadata: a })).id === record(arrival({ metadata: b })).id;
      expect(same).toBe(one === other);
    }),
    { seed: 77, numRuns: 500 },
  );
});

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([k, v]) => [k, sorted(v)]));
}

test('rule 7: the verdict is not part of the identity', () => {
  expect(record(arrival({ verdict: 'blocked' })).id).toBe(record(arrival()).id);
});

test('rule 7: with an Idempotency-Key, agent and key alone are the identity', () => {
  const keyed = (key: string, rest: Partial<Arrival> = {}, body: Partial<ObservationBody> = {}) =>
    record(arrival(body, { idempotencyKey: key, ...rest })).id;
  expect(keyed('a', {}, { kind: 'file_access' })).toBe(keyed('a'));
  expect(keyed('b')).not.toBe(keyed('a'));
  expect(keyed('a', { agentId: 'agent_2' })).not.toBe(keyed('a'));
  expect(keyed('a')).not.toBe(record(arrival()).id);
  expect(keyed('a')).toMatch(/^event_[\w-]{36}$/);
});

test.each([
  ['2026-03-03 10:11:12Z', 'RFC 3339'],
  ['2026-03-03T10:11:12', 'RFC 3339'],
  ['2026-02-30T10:11:12Z', 'RFC 3339'],
  ['1969-12-31T23:59:59Z', 'before 1970'],
  ['2026-03-04T10:11:13.000000001Z', 'look at the clock'],
  ['9999-12-31T23:59:59Z', 'look at the clock'],
])('the timestamp %s is refused', (timestamp, sentence) => {
  expect(refusal(arrival({ timestamp }))).toMatch(sentence);
});

test.each(['1970-01-01T00:00:00Z', '2026-03-04T10:11:13Z'])(
  'the timestamp %s, the first of 1970 or 24 hours ahead, is just taken',
  (timestamp) => expect(refusal(arrival({ timestamp }))).toBe('recorded'),
);

test.each(['', ' ', 'a b', 'ü', 'x'.repeat(256), 'a\n'])('the key %j is refused', (key) => {
  expect(refusal(arrival({}, { idempotencyKey: key }))).toMatch('visible ASCII');
});

test('a kind that no store could keep is refused', () => {
  expect(refusal(arrival({ kind: 'a\ud800' }))).toMatch('surrogates');
});

test('metadata out of bounds is refused', () => {
  const deep = JSON.parse(`{"a":${'['.repeat(8)}${']'.repeat(8)}}`) as object;
  expect(refusal(arrival({ metadata: { ...deep } }))).toMatch('levels');
});
