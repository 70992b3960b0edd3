import { only, time } from './from-address';

test('a time that an address says is one of the years that the API knows', () => {
  for (const known of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999+14:00'])
    expect(time(known)).toBe(known);
  const unknown = ['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '+012345-01-01T00:00:00Z'];
  expect([...unknown, '275760', '20260101', 'yesterday', 2026].map(time)).toEqual(
    Array(7).fill(undefined),
  );
});

test('what an address says besides, and what cannot be, is nothing that the router could hand on', () => {
  const search = { tab: 'bogus', next: 'https://example.net/', id: 'a' };
  const read = only(({ id }) => ({ id }));
  expect({ ...search, ...read(search) }).toEqual({ id: 'a', tab: undefined, next: undefined });
});
