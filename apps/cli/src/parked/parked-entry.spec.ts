import { type EventMeta, isoTime, type RawRecord } from '@parapet/contracts';
import { isOpen, parkedEntries } from './parked-entry';

const meta = (id: string, type: string): EventMeta => ({
  ...{ id, type, schema: 1, time: isoTime(0), actor: 'detection.issues', cause: null },
});

const at = (offset: number, type: string, json: string): RawRecord => ({
  position: { topic: 'parked', partition: 0, offset },
  ...{ key: 'issues', meta: meta(`id-${offset}`, type), json },
});

const parked = JSON.stringify({
  ...{ group: 'detection.issues', reason: 'a bug', key: 'issue_1', json: '{}' },
  ...{ origin: { topic: 'issues', partition: 0, offset: 7 }, meta: meta('a', 'IssueCreated') },
});

test('what somebody else put into the topic, and what cannot be read, hides no entry', () => {
  const raws = [
    at(0, 'Unknown', 'a test of the console producer'),
    at(1, 'RecordParked', parked),
    at(2, 'Unreadable', 'its batch is compressed with lz4'),
    at(3, 'ParkedForgotten', '{}'),
    ...['null', 'no JSON', '{}', '[]', '{"group":"g","origin":null,"meta":{},"json":""}'].map(
      (json, n) => at(4 + n, 'RecordParked', json),
    ),
    ...['null', 'no JSON', '{"parked_id":7}'].map((json, n) => at(9 + n, 'ParkedDropped', json)),
  ];
  expect(parkedEntries(raws)).toMatchObject([{ id: 'id-1', origin: 'issues/0/7' }]);
});

test.each([
  ...['reason', 'key', 'group', 'json'].map((field) => ({ [field]: 7 })),
  ...[{ origin: {} }, { origin: { topic: 'issues', partition: 0, offset: '7' } }, { meta: {} }],
])('what has a part that is none of ours hides no entry, and ends no list: %j', (strange) => {
  const data = JSON.parse(parked) as object;
  const raws = [
    at(0, 'RecordParked', parked),
    at(1, 'RecordParked', JSON.stringify({ ...data, ...strange })),
  ];
  expect(parkedEntries(raws)).toMatchObject([{ id: 'id-0' }]);
});

test('what was parked at no time hides no entry, and ends no list', () => {
  const timeless = {
    ...at(1, 'RecordParked', parked),
    meta: { ...meta('x', 'RecordParked'), time: 'soon' },
  };
  expect(parkedEntries([at(0, 'RecordParked', parked), timeless])).toMatchObject([{ id: 'id-0' }]);
});

test('of what is parked again it is said why it was the last time, and that it is kept from then on', () => {
  const days = (n: number): string => isoTime(n * 86_400_000);
  const on = (day: number, reason: string): RawRecord => ({
    ...at(day, 'RecordParked', parked.replace('a bug', reason)),
    meta: { ...meta('one', 'RecordParked'), time: days(day) },
  });
  expect(parkedEntries([on(0, 'a bug'), on(7, 'another')])).toMatchObject([
    { reason: 'another', parked_at: days(7), goes_at: days(37) },
  ]);
});

test('what is parked again after it was retried, as by a rebuild, is open again, and what was dropped is not', () => {
  const fact = (offset: number, type: string, data: string): RawRecord => ({
    ...at(offset, type, data),
    meta: meta(type === 'RecordParked' ? 'one' : `id-${offset}`, type),
  });
  const raws = [
    fact(0, 'RecordParked', parked),
    fact(1, 'ParkedRetried', '{"parked_id":"one"}'),
    fact(2, 'RecordParked', parked),
    fact(3, 'ParkedDropped', '{"parked_id":"one","reason":"a test"}'),
    fact(4, 'RecordParked', parked),
  ];
  const open = raws.map((_, n) => parkedEntries(raws.slice(0, n + 1)).map(isOpen));
  expect(open).toEqual([[true], [false], [true], [false], [false]]);
});
