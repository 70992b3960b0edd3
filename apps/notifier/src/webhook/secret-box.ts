import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { subkey } from '@parapet/chassis';

const CIPHER = 'aes-256-gcm';
/** A shorter tag, which is easier to guess, is not taken. */
const WHOLE_TAG = { authTagLength: 16 };

/** The envelope cannot be opened with any key that is set. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/**
 * Seals secrets of webhooks before they reach the log: AES-256-GCM under a subkey of the house's secret key. The envelope is
 * `v1.<key id>.<iv>.<ciphertext and tag>` (base64url); the id of the webhook is bound to it, so that a sealed secret cannot
 * be moved to another webhook. What a former key sealed is opened with that key, and never sealed with it again.
 */
export class SecretBox {
  /** Names the key that seals. */
  readonly keyId: string;
  private readonly key: KeyObject;
  private readonly keys: ReadonlyMap<string, KeyObject>;

  constructor(secretKey: Buffer, previous: readonly Buffer[] = []) {
    this.key = sealingKey(secretKey);
    this.keyId = keyIdOf(this.key);
    const all = [...previous.map(sealingKey), this.key];
    this.keys = new Map(all.map((key) => [keyIdOf(key), key]));
  }

  /** @param iv 12 bytes, never used twice */
  seal(secret: string, boundTo: string, iv: Buffer = randomBytes(12)): string {
    const cipher = createCipheriv(CIPHER, this.key, iv).setAAD(Buffer.from(boundTo));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    const parts = [iv, Buffer.concat([sealed, cipher.getAuthTag()])];
    return ['v1', this.keyId, ...parts.map((p) => p.toString('base64url'))].join('.');
  }

  /** Whether `SECRET_KEY` sealed it, one of before, or one that is not set. */
  sealedBy(envelope: string): 'current' | 'former' | 'unknown' {
    const keyId = envelope.split('.')[1] ?? '';
    if (keyId === this.keyId) return 'current';
    return this.keys.has(keyId) ? 'former' : 'unknown';
  }

  /** Whether former keys are set. */
  get knowsFormer(): boolean {
    return this.keys.size > 1;
  }

  /** @throws SealBroken when it was sealed with a key that is not set, for something else, or was changed. */
  open(envelope: string, boundTo: string): string {
    const [version, keyId, iv, sealed] = envelope.split('.');
    if (version !== 'v1' || keyId === undefined || iv === undefined || sealed === undefined)
      throw new SealBroken('the sealed secret is not in a known form');
    const key = this.keys.get(keyId);
    if (!key)
      throw new SealBroken(
        `the secret was sealed with key ${keyId}, SECRET_KEY is ${this.keyId}; put the key of then into SECRET_KEY_PREVIOUS`,
      );
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const opener = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64url'), WHOLE_TAG);
      opener.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(-16));
      const text = Buffer.concat([opener.update(bytes.subarray(0, -16)), opener.final()]);
      return text.toString('utf8');
    } catch {
      throw new SealBroken('the sealed secret was changed');
    }
  }
}

/** As an object, made once: from bytes Node makes one for every envelope, which costs more than to open it. */
const sealingKey = (secretKey: Buffer): KeyObject =>
  createSecretKey(subkey(secretKey, 'parapet webhook secrets v1'));

const keyIdOf = (key: KeyObject): string =>
  createHash('sha256').update(key.export()).digest('base64url').slice(0, 8);

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export const newSecret = (bytes: Buffer = randomBytes(32)): string =>
  `whsec_${bytes.toString('base64')}`;
