import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { KnownCallers } from './known-callers';

const asking = (authorization?: string) => ({
  ip: '192.0.2.1',
  headers: authorization === undefined ? {} : { authorization: `Bearer ${authorization}` },
});
const signedIn = (cookie: string) => ({ ip: '192.0.2.1', headers: { cookie } });

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

test('of a session among many other cookies no more than the session is kept', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const callers = new KnownCallers();
  const before = held();
  for (let i = 0; i < 5_000; i += 1) {
    const others = randomBytes(3_500).toString('hex');
    callers.answered(signedIn(`parapet_session=${others.slice(0, 64)}; a=${others}`), 200);
  }
  expect(held() - before).toBeLessThan(10_000_000);
  expect(callers.nameOf(asking())).toBe('192.0.2.1');
});

test('a token is one and the same however the header is written', () => {
  const callers = new KnownCallers();
  const written = ['Bearer a', 'bearer a', 'BEARER    a'].map((authorization) => ({
    ...{ ip: '192.0.2.1', headers: { authorization } },
  }));
  for (const request of written) callers.answered(request, 200);
  expect(written.map((request) => callers.nameOf(request))).toEqual(['a', 'a', 'a']);
});

test('all sessions of one token are one and the same', () => {
  const callers = new KnownCallers();
  const cookies = ['one', 'two'].map(
    (id) => `parapet_session=session_${id}.token_t.1.2.${'s'.repeat(43)}`,
  );
  for (const cookie of cookies) callers.answered(signedIn(cookie), 200);
  expect(cookies.map((cookie) => callers.nameOf(signedIn(cookie)))).toEqual(['token_t', 'token_t']);
});

test('a cookie that no service has read makes nobody known', () => {
  const callers = new KnownCallers();
  const both = signedIn('parapet_session=s; __Host-parapet_session=made-up');
  callers.answered(both, 200);
  expect(callers.nameOf(both)).toBe('192.0.2.1');
  expect(callers.nameOf(signedIn('__Host-parapet_session=made-up'))).toBe('192.0.2.1');
});
