import { newSecret, SealBroken, SecretBox } from './secret-box';

const box = new SecretBox(Buffer.alloc(32, 1));

test('rule 17: what was sealed names its key, can be opened, and shows nothing of itself', () => {
  const secret = newSecret();
  const sealed = box.seal(secret, 'webhook_1');
  expect(sealed).toMatch(new RegExp(`^v1\\.${box.keyId}\\.`));
  expect(sealed).not.toContain(secret.slice(6, 20));
  expect(box.open(sealed, 'webhook_1')).toBe(secret);
});

test('what a version of before has sealed is opened: the form of an envelope and its key stay as they are', () => {
  const sealed =
    'v1.f26yr-WW.AwMDAwMDAwMDAwMD.MH-7QsuF9H_KiCX9m-CZtEDBSvVlVXAn5R-kYTo8F0_em2e3RjER3HwF406PkIZobs3xOKVzSZVstRuCVJH9hBoj';
  const secret = newSecret(Buffer.alloc(32, 2));
  expect(box.sealedBy(sealed)).toBe('current');
  expect(box.open(sealed, 'webhook_1')).toBe(secret);
  expect(box.seal(secret, 'webhook_1', Buffer.alloc(12, 3))).toBe(sealed);
});

test('former keys are known of where there are any', () => {
  expect(box.knowsFormer).toBe(false);
  expect(new SecretBox(Buffer.alloc(32, 1), [Buffer.alloc(32, 2)]).knowsFormer).toBe(true);
});

test('the same secret is sealed differently each time', () => {
  expect(box.seal('whsec_x', 'webhook_1')).not.toBe(box.seal('whsec_x', 'webhook_1'));
});

test('rule 17: it cannot be opened for another webhook, with another key, or when it was changed', () => {
  const sealed = box.seal('whsec_x', 'webhook_1');
  const other = new SecretBox(Buffer.alloc(32, 2));
  const flipped = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
  const cut = [...sealed.split('.').slice(0, 3), 'AAAAAA'].join('.');
  expect(() => box.open(sealed, 'webhook_2')).toThrow(SealBroken);
  expect(() => other.open(sealed, 'webhook_1')).toThrow(`SECRET_KEY is ${other.keyId}`);
  expect(() => box.open(flipped, 'webhook_1')).toThrow(SealBroken);
  expect(() => box.open(cut, 'webhook_1')).toThrow(SealBroken);
  expect(() => box.open('plain', 'webhook_1')).toThrow(SealBroken);
});

test('rule 17: what a former key sealed is opened as long as that is set, and sealed with the key of now', () => {
  const [first, second, third] = [1, 2, 3].map((n) => Buffer.alloc(32, n));
  if (!first || !second || !third) throw new Error('three keys');
  const sealed = new SecretBox(first).seal('whsec_x', 'webhook_1');
  const later = new SecretBox(third, [second, first]);
  expect(later.open(sealed, 'webhook_1')).toBe('whsec_x');
  expect(() => later.open(sealed, 'webhook_2')).toThrow(SealBroken);
  expect(later.sealedBy(sealed)).toBe('former');
  expect(later.sealedBy(later.seal('whsec_x', 'webhook_1'))).toBe('current');
  expect(new SecretBox(third, [second]).sealedBy(sealed)).toBe('unknown');
  expect(() => new SecretBox(third, [second]).open(sealed, 'webhook_1')).toThrow(
    'SECRET_KEY_PREVIOUS',
  );
});

test('a secret is 32 random bytes', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSecret()).not.toBe(secret);
});
