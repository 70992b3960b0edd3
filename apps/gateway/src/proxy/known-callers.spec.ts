import { KnownCallers } from './known-callers';

const asking = (authorization?: string) => ({
  ip: '192.0.2.1',
  headers: authorization === undefined ? {} : { authorization },
});

test('a token is somebody once a service has answered it well, until one refuses it', () => {
  const callers = new KnownCallers();
  expect(callers.nameOf(asking('a'))).toBe('192.0.2.1');
  callers.answered(asking('a'), 201);
  expect(callers.nameOf(asking('a'))).toBe('a');
  expect(callers.nameOf(asking('b'))).toBe('192.0.2.1');
  expect(callers.nameOf(asking())).toBe('192.0.2.1');
  callers.answered(asking('a'), 401);
  expect(callers.nameOf(asking('a'))).toBe('192.0.2.1');
});

test('a session is somebody as a token is, whatever other cookies there are', () => {
  const callers = new KnownCallers();
  const signedIn = (cookie: string) => ({ ip: '192.0.2.1', headers: { cookie } });
  callers.answered(signedIn('a=b; parapet_session=s'), 200);
  expect(callers.nameOf(signedIn('parapet_session=s; c=d'))).toBe('s');
  expect(callers.nameOf(signedIn('__Host-parapet_session=s'))).toBe('s');
  expect(callers.nameOf(signedIn('other_parapet_session=s'))).toBe('192.0.2.1');
});

test.each([400, 403, 404, 405, 429, 503])('an answer of %i makes nobody known', (status) => {
  const callers = new KnownCallers();
  callers.answered(asking('a'), status);
  expect(callers.nameOf(asking('a'))).toBe('192.0.2.1');
});

test('so many are remembered, and what nobody reads is not', () => {
  const callers = new KnownCallers(2);
  for (const token of ['a', 'b', 'c', 'x'.repeat(513)]) callers.answered(asking(token), 200);
  expect(['a', 'b', 'c'].map((token) => callers.nameOf(asking(token)))).toEqual([
    ...['192.0.2.1', 'b', 'c'],
  ]);
  expect(callers.nameOf(asking('x'.repeat(513)))).toBe('192.0.2.1');
});
