import { allows, PERMISSIONS } from './permissions';

test('a permission allows itself and no other', () => {
  for (const held of PERMISSIONS.filter((p) => p !== 'admin'))
    for (const needed of PERMISSIONS) expect(allows([held], needed)).toBe(held === needed);
});

test('admin allows everything, and nothing allows nothing', () => {
  for (const needed of PERMISSIONS) {
    expect(allows(['admin'], needed)).toBe(true);
    expect(allows([], needed)).toBe(false);
  }
});
