import fc from 'fast-check';
import { SessionSeal } from './session-seal';

const key = (n: number): Buffer => Buffer.alloc(32, n);
const seal = new SessionSeal(key(1));
const session = { id: 'session_a', tokenId: 'token_b', begunAt: 1_000, until: 2_000 };
const sealed = seal.seal(session);

test('rule 21: what the house wrote it reads, with the key of before too; another house does not', () => {
  expect(seal.open(sealed)).toEqual(session);
  expect(new SessionSeal(key(2), [key(3), key(1)]).open(sealed)).toEqual(session);
  expect(new SessionSeal(key(2)).open(sealed)).toBeNull();
});

test('rule 21: no other text is a session, whatever was changed in it', () => {
  const changed = fc
    .tuple(fc.nat(sealed.length - 1), fc.string({ minLength: 1, maxLength: 1 }))
    .map(([at, by]) => sealed.slice(0, at) + by + sealed.slice(at + 1))
    .filter((text) => text !== sealed && !isSameSignature(text));
  fc.assert(fc.property(changed, (text) => seal.open(text) === null));
  fc.assert(fc.property(fc.string(), (text) => seal.open(text) === null));
  for (const text of ['', '.', `${sealed}.`, `${sealed}A`, sealed.slice(0, -1), ` ${sealed}`])
    expect(seal.open(text)).toBeNull();
});

/** The last character of 43 in base64url has two bits that mean nothing. */
function isSameSignature(text: string): boolean {
  const bytes = (of: string): string => Buffer.from(of.slice(-43), 'base64url').toString('hex');
  return text.slice(0, -43) === sealed.slice(0, -43) && bytes(text) === bytes(sealed);
}
