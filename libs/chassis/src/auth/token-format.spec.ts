import fc from 'fast-check';
import { makeToken, tokenDigest, tokenFrom, wellFormed } from './token-format';

test.each(['user', 'agent'] as const)('a made %s token is well-formed and of its kind', (kind) => {
  const token = makeToken(kind);
  expect(token).toMatch(/^pp_[ua]_[0-9A-Za-z]{38}$/);
  expect(wellFormed(token)).toBe(kind);
  expect(makeToken(kind)).not.toBe(token);
});

test('a token made of bytes is well-formed, always the same, and another for other bytes', () => {
  const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 }).map((given) => Buffer.from(given));
  fc.assert(
    fc.property(bytes, (some) => {
      const token = tokenFrom('agent', some);
      expect(wellFormed(token)).toBe('agent');
      expect(tokenFrom('agent', Buffer.from(some))).toBe(token);
      const other = Buffer.from(some);
      other.writeUInt8((other.readUInt8(63) + 1) % 256, 63);
      expect(tokenFrom('agent', other)).not.toBe(token);
    }),
    { seed: 7, numRuns: 200 },
  );
});

test('any one changed character breaks the checksum', () => {
  const token = makeToken('user');
  const change = fc.tuple(fc.integer({ min: 5, max: token.length - 1 }), fc.constantFrom('0', 'z'));
  fc.assert(
    fc.property(change, ([at, to]) => {
      fc.pre(token[at] !== to);
      expect(wellFormed(token.slice(0, at) + to + token.slice(at + 1))).toBeNull();
    }),
    { seed: 7, numRuns: 300 },
  );
});

test('a token cannot be turned into one of the other kind', () => {
  expect(wellFormed(makeToken('user').replace('pp_u_', 'pp_a_'))).toBeNull();
});

test.each(['', 'pp_u_', 'pp_x_'.padEnd(43, '0'), `${makeToken('user')}0`])(
  '%j is no token',
  (text) => expect(wellFormed(text)).toBeNull(),
);

test('only the SHA-256 of a token is kept', () => {
  expect(tokenDigest('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
