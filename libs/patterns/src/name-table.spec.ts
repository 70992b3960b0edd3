import { hashOf, NameTable } from './name-table';

test('names of one hash are told apart, by their text and by their length', () => {
  const table = new NameTable<string>();
  for (const name of ['b.example', 'c.example', 'a.b.example']) table.add(name, 7, name);
  expect(table.endOf('x.c.example', 2, 7)).toBe('c.example');
  expect(table.endOf('x.a.b.example', 4, 7)).toBe('b.example');
  expect(table.endOf('x.d.example', 2, 7)).toBeUndefined();
});

test('a table that grows knows what it knew', () => {
  const table = new NameTable<number>();
  const names = Array.from({ length: 1_000 }, (_, nth) => `host-${nth}.example`);
  for (const [nth, name] of names.entries()) table.add(name, hashOf(name), nth);
  const known = names.map((name) => table.endOf(name, 0, hashOf(name)));
  expect(known).toEqual([...names.keys()]);
  expect(table.endOf('host-1000.example', 0, hashOf('host-1000.example'))).toBeUndefined();
});
