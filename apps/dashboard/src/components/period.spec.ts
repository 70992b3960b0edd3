import { countedWhen, fromField, toField } from './period';

test('what stands in a field is no time where its year has more than four digits', () => {
  expect(['275760-09-13T00:00', '12345-01-01T00:00', ''].map(fromField)).toEqual(
    Array(3).fill(undefined),
  );
});

test('a time goes into a field and comes out of it as it was', () => {
  const time = new Date('2026-03-04T05:06').toISOString();
  expect(toField(time)).toBe('2026-03-04T05:06');
  expect(fromField(toField(time))).toBe(time);
});

test('the first and the last time that the API knows can be shown in a field', () => {
  for (const time of ['0000-01-01T00:00:00+14:00', '9999-12-31T23:59:59.999999999-14:00'])
    expect(() => toField(time)).not.toThrow();
});

test('what is counted when no beginning is chosen is said with the period, not with "all time"', () => {
  const [since, until] = ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'];
  expect(countedWhen({}, '7 days')).toBe('in the last 7 days');
  expect(countedWhen({ until }, '7 days')).toBe('in the 7 days before then');
  expect(countedWhen({ since, until }, '7 days')).toBe('since then');
});
