import { only, time } from './from-address';

test('a time that an address says is one of the years that the API knows', () => {
  for (const known of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999+14:00'])
    expect(time(known)).toBe(known);
  const unknown = ['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '+012345-01-01T00:00:00Z'];
  expect([...unknown, '275760', '20260101', 'yesterday', 2026].map(time)).toEqual(
    Array(7).fill(undefined),
  );
});

test.each([
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31 12:00+01:00', '2026-01-31T11:00:00.000Z'],
  ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T24:00:00Z', '2026-02-01T00:00:00.000Z'],
  ['2026-02-30T00:00:00Z', '2026-03-02T00:00:00.000Z'],
  ['2026-01-31T12:00:00.1234567891Z', '2026-01-31T12:00:00.123Z'],
  ['9999-12-31 23:59-12:00', '9999-12-31T23:59:59.999Z'],
  ['0000-01-01T00:00+14:00', undefined],
])('the time that an address says as %s is asked for as the API reads it', (said, asked) =>
  expect(time(said)).toBe(asked),
);

test('what an address says besides, and what cannot be, is nothing that the router could hand on', () => {
  const search = { tab: 'bogus', next: 'https://example.net/', id: 'a' };
  const read = only(({ id }) => ({ id }));
  expect({ ...search, ...read(search) }).toEqual({ id: 'a', tab: undefined, next: undefined });
});
