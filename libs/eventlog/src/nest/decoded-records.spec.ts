import { type RawRecord, Unavailable } from '@parapet/contracts';
import { done } from '../event-log';
import { sampleEvents } from '../testing';
import { DecodedRecords } from './decoded-records';

const raws = sampleEvents('a', 4).map((event, offset): RawRecord => ({
  ...event,
  meta: { ...event.meta, type: 'PolicyUpdated' },
  ...(offset === 1 && { json: '{"n":' }),
  position: { topic: 'policies', partition: 0, offset },
}));
const unwanted = ({ id }: { readonly id: string }): boolean => id !== 'a-2';

test('each record is decoded when it is come to, and nothing is held of it', () => {
  const records = new DecodedRecords(raws, undefined);
  const iteration = records[Symbol.iterator]();
  const first = iteration.next().value;
  expect(records.leftOut.size).toBe(0);
  expect(iteration.next().value).toMatchObject({ event: { id: 'a-2' } });
  expect([...records.leftOut.keys()]).toEqual([1]);
  expect([...records][0]).not.toBe(first);
});

test('what cannot be decoded and what is not wanted is left out, and says what becomes of it', () => {
  const records = new DecodedRecords(raws, unwanted);
  for (const _ of [1, 2]) expect([...records].map((r) => r.event.id)).toEqual(['a-0', 'a-3']);
  const reason = expect.stringMatching(/^it cannot be decoded: SyntaxError/);
  expect([...records.leftOut]).toEqual([
    [1, { kind: 'park', reason }],
    [2, done],
  ]);
});

test('what newer code wrote is not parked: whoever reads it waits for code that knows it', () => {
  const newer = (meta: object) =>
    raws.slice(0, 1).map((raw) => ({ ...raw, meta: { ...raw.meta, ...meta } }));
  expect(() => [...new DecodedRecords(newer({ schema: 2 }), undefined)]).toThrow(Unavailable);
  const ofNewType = newer({ type: 'PolicyRenamed' });
  for (const wants of [undefined, () => false])
    expect(() => [...new DecodedRecords(ofNewType, wants)]).toThrow(Unavailable);
});

test('what the log could not read is parked, also by who wants none of it', () => {
  const reason = 'its batch cannot be read: it is odd';
  const odd = raws.slice(0, 1).map((raw) => {
    return { ...raw, meta: { ...raw.meta, type: 'Unreadable' }, json: reason };
  });
  const records = new DecodedRecords(odd, () => false);
  expect([...records]).toEqual([]);
  expect([...records.leftOut]).toEqual([[0, { kind: 'park', reason }]]);
});
