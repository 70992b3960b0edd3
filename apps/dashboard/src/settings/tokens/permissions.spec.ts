import { inWords, isChosen, mayGive, mayRevoke, presetsFor, RESOURCES } from './permissions';

test('nobody may give more than they hold, and an admin may give everything', () => {
  expect(mayGive(['issues:read'], 'issues:read')).toBe(true);
  expect(mayGive(['issues:read'], 'issues:write')).toBe(false);
  expect(mayGive(['issues:read', 'issues:write'], 'admin')).toBe(false);
  expect(mayGive(['admin'], 'tokens:write')).toBe(true);
});

test('nobody may revoke a token that may do more than their own', () => {
  const held = ['tokens:write', 'issues:read'] as const;
  expect(mayRevoke(held, { permissions: ['issues:read'] })).toBe(true);
  expect(mayRevoke(held, { permissions: ['issues:read', 'issues:write'] })).toBe(false);
  expect(mayRevoke(held, { permissions: ['admin'] })).toBe(false);
  expect(mayRevoke(['admin'], { permissions: ['admin'] })).toBe(true);
});

test('what is offered at once is what may be given whole', () => {
  const labels = (held: Parameters<typeof presetsFor>[0]): string[] =>
    presetsFor(held).map(({ label }) => label);
  expect(labels(['admin'])).toHaveLength(5);
  expect(labels(['policies:read', 'policies:write', 'agents:read'])).toEqual([
    'Policies from a pipeline',
  ]);
  expect(labels(['tokens:write'])).toEqual([]);
});

test('a preset is chosen when exactly its permissions are, in any order', () => {
  const preset = { label: 'Two', permissions: ['agents:read', 'agents:write'] } as const;
  expect(isChosen(preset, ['agents:write', 'agents:read'])).toBe(true);
  expect(isChosen(preset, ['agents:read'])).toBe(false);
  expect(isChosen(preset, ['agents:read', 'agents:write', 'events:read'])).toBe(false);
});

test('permissions are told by what they are about', () => {
  expect(inWords(['issues:write', 'events:read', 'issues:read'])).toEqual([
    'Issues: read, write',
    'Events: read',
  ]);
  expect(inWords(['webhooks:write'])).toEqual(['Webhooks: write']);
  expect(inWords(['admin', 'issues:read'])).toEqual(['Everything (admin)']);
  expect(inWords(RESOURCES.map(({ read }) => read))).toHaveLength(RESOURCES.length);
});
