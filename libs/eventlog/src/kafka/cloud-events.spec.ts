import { decode, type EventToAppend } from '@parapet/contracts';
import fc from 'fast-check';
import { decodeEvent, encodeEvent, EVENT_HEADERS } from './cloud-events';
import { FetchedRecords } from './wire/fetched-records';
import { encodeBatch } from './wire/record-batch';

const decoded = (batch: Buffer) => new FetchedRecords(batch, 0, EVENT_HEADERS).take(Infinity);

const text = fc.string({ unit: 'grapheme', maxLength: 300 });
const events: fc.Arbitrary<EventToAppend> = fc.record({
  key: text,
  meta: fc.record(
    {
      id: text,
      type: text,
      schema: fc.integer({ min: 1, max: 1_000 }),
      time: text,
      actor: text,
      cause: fc.option(text),
      traceparent: fc.constant(`00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`),
    },
    { requiredKeys: ['id', 'type', 'schema', 'time', 'actor', 'cause'] },
  ),
  json: text,
});

describe('an event in a batch of Kafka', () => {
  it('comes back as it was given, whatever its texts hold', () =>
    fc.assert(
      fc.property(fc.array(events, { minLength: 1, maxLength: 20 }), (given) => {
        const batch = encodeBatch(
          given.map((event) => encodeEvent(event, 'issues')),
          1_767_000_000_000,
        );
        const { records, next } = decoded(batch);
        const back = records.map((record) => decodeEvent(record, 'issues', 2));
        expect(next).toBe(given.length);
        expect(back).toEqual(
          given.map((event, offset) => {
            return { ...event, position: { topic: 'issues', partition: 2, offset } };
          }),
        );
      }),
      { seed: 20260104, numRuns: 200 },
    ));

  it('keeps a NUL, an empty cause and a missing one apart', () => {
    const meta = { id: 'a\u0000b', type: 'T', schema: 1, time: 't', actor: '' };
    const given = ['', null].map((cause) => ({
      key: '\u0000',
      meta: { ...meta, cause },
      json: '1',
    }));
    const tails = given.map((event) => encodeEvent(event, 'issues'));
    const { records } = decoded(encodeBatch(tails, 0));
    const back = records.map((record) => decodeEvent(record, 'issues', 0));
    expect(back.map(({ key, meta: m }) => [key, m.id, m.cause])).toEqual([
      ['\u0000', 'a\u0000b', ''],
      ['\u0000', 'a\u0000b', null],
    ]);
  });

  it('of others is handed out whatever time they gave it', () => {
    const given = { offset: 7, key: null, value: '1', headers: [] };
    const timeAt = (timestamp: number) =>
      decodeEvent({ ...given, timestamp }, 'issues', 0).meta.time;
    expect([1.7e18, -1].map(timeAt)).toEqual([
      '9999-12-31T23:59:59.999Z',
      '1970-01-01T00:00:00.000Z',
    ]);
  });

  it('that could not be read says why, and is no JSON', () => {
    const said = 'its batch cannot be read: it is odd';
    const record = { offset: 7, timestamp: 0, key: null, value: null, headers: [] };
    const odd = decodeEvent({ ...record, unreadable: said }, 'issues', 0);
    expect(odd).toMatchObject({ meta: { type: 'Unreadable' }, json: said });
    expect(() => decode(odd)).toThrow(SyntaxError);
  });
});
