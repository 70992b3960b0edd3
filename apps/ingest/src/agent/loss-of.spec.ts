import { lossOf } from './loss-of';

const NOW = Date.parse('2026-03-03T10:12:00Z');
const report = (time?: string) => ({
  ...{ sensor: 'tetragon' as const, event: 'events left out', lost: 12, time },
});
const idOf = (time: string): string => lossOf(report(time), NOW)?.id ?? 'none';

test('a loss is known by the moment that it tells of, however that is written', () => {
  const one = idOf('2026-03-03T10:11:12.5Z');
  expect(one).toMatch(/^[0-9a-z]{9}[\w-]{12}$/);
  expect(idOf('2026-03-03T11:11:12.500000000+01:00')).toBe(one);
  expect(idOf('2026-03-03T10:11:12.500000001Z')).not.toBe(one);
});

test('ids sort by time', () => {
  const times = ['1970-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '2026-03-03T10:11:12Z'];
  const ids = times.map(idOf);
  expect(ids.toSorted()).toEqual(ids);
});

test.each([undefined, '10:11:12', '1969-12-31T23:59:59Z', '2026-03-04T10:12:00.000000001Z'])(
  'what says to be of %s cannot be told from its repetition',
  (time) => expect(lossOf(report(time), NOW)).toBeNull(),
);

test('what lost nothing is no loss', () => {
  expect(lossOf({ ...report('2026-03-03T10:11:12Z'), lost: 0 }, NOW)).toBeNull();
});
