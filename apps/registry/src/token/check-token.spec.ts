import type { Permission } from '@parapet/contracts';
import { refusedBy } from '../testing/refused-by';
import { checkAhead, checkToken } from './check-token';

const NOW = Date.parse('2026-03-03T10:00:00Z');
const HELD: readonly Permission[] = ['tokens:write', 'issues:read'];
const check = (sent: unknown, permissions = HELD, expires_at: string | null = null) => {
  const asked = checkToken(sent, { permissions, expires_at });
  checkAhead(asked, NOW);
  return asked;
};

const refusal = (...sent: Parameters<typeof check>): string => {
  const { status, message } = refusedBy(() => check(...sent));
  return `${status} ${message}`;
};

test('a name is enough: the token may do what its maker may, for ever', () => {
  expect(check({ name: 'ci', more: 1 })).toEqual({
    ...{ name: 'ci', permissions: HELD, expires_at: null },
  });
});

test('fewer permissions and an end can be asked for', () => {
  const asked = {
    name: 'ci',
    permissions: ['issues:read'],
    expires_at: '2026-03-03T13:00:00+02:00',
  };
  expect(check(asked)).toEqual({
    ...{ name: 'ci', permissions: ['issues:read'], expires_at: '2026-03-03T11:00:00.000Z' },
  });
});

test('a name is as long as it has characters, as the API document counts them', () => {
  const name = '🛡'.repeat(200);
  expect(check({ name }).name).toBe(name);
  expect(refusal({ name: `${name}x` })).toContain('a text of 1 to 200 characters');
});

test('a token that expires at the end of all years says so in four digits', () =>
  expect(check({ name: 'ci', expires_at: '9999-12-31T23:59:59-05:00' })).toHaveProperty(
    'expires_at',
    '9999-12-31T23:59:59.999Z',
  ));

test('nobody can give what they do not hold', () => {
  expect(refusal({ name: 'a', permissions: ['issues:read', 'policies:write'] })).toBe(
    '403 You cannot give the permission policies:write, because your token does not hold it',
  );
  expect(refusal({ name: 'a', permissions: ['admin'] })).toMatch(/^403 .* admin,/);
});

describe('a token that expires makes none that outlives it', () => {
  const LAST = '2026-03-03T12:00:00.000Z';
  const made = (expires_at?: string | null) =>
    check({ name: 'ci', expires_at }, HELD, LAST).expires_at;

  test('without an end of its own one ends with its maker', () => expect(made()).toBe(LAST));

  test('an end that is no later can be asked for', () => {
    expect(made('2026-03-03T13:00:00+02:00')).toBe('2026-03-03T11:00:00.000Z');
    expect(made(LAST)).toBe(LAST);
  });

  test.each([null, '2026-03-03T12:00:00.001Z', '9999-12-31T23:59:59-05:00'])(
    'the end %s is refused, and what to do is said',
    (expires_at) => {
      const sent = { name: 'ci', expires_at };
      expect(refusal(sent, HELD, LAST)).toBe(
        `403 You cannot make a token that outlives your own, which expires at ${LAST}`,
      );
      expect(() => check(sent, HELD, LAST)).toThrow(
        expect.objectContaining({ details: expect.stringContaining('leave expires_at out') }),
      );
    },
  );
});

test('an admin can give everything, and a permission counts once', () => {
  const asked = { name: 'a', permissions: ['webhooks:read', 'admin', 'admin'] };
  expect(check(asked, ['admin']).permissions).toEqual(['webhooks:read', 'admin']);
});

test.each<[unknown, string]>([
  [undefined, '400 The body must be a JSON object with a name'],
  [['ci'], '400 The body must be a JSON object with a name'],
  [{}, '400 name is required'],
  [{ name: 1 }, '400 name is required'],
  [{ name: ' ' }, '400 name is required'],
  [{ name: 'x'.repeat(201) }, '400 name is required'],
  [{ name: 'a', permissions: 'admin' }, '400 permissions must be a list'],
  [{ name: 'a', permissions: [] }, '400 permissions must be a list'],
  [
    { name: 'a', permissions: ['issues:write', 'issues:delete'] },
    '400 permissions may be issues:read',
  ],
  [{ name: 'a', permissions: [7] }, '400 permissions may be issues:read'],
  [{ name: 'a', expires_at: 1772535600 }, '400 expires_at must be an RFC 3339 timestamp'],
  [{ name: 'a', expires_at: '2026-03-04' }, '400 expires_at must be an RFC 3339 timestamp'],
  [{ name: 'a', expires_at: '2026-03-03T10:00:00Z' }, '400 expires_at must be in the future'],
  [{ name: 'a', expires_at: '1969-03-03T10:00:00Z' }, '400 expires_at must be in the future'],
])('%j is answered: %s', (sent, sentence) => expect(refusal(sent)).toContain(sentence));
