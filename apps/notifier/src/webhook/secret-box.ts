import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { subkey } from '@parapet/chassis';

/** The envelope cannot be opened with the key that is set. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/**
 * Seals webhook secrets before they reach the log: AES-256-GCM under a subkey of the house's secret key. The envelope is
 * `v1.<key id>.<iv>.<ciphertext and tag>` (base64url); the id of the webhook is bound to it, so that a sealed secret cannot
 * be moved to another webhook.
 */
export class SecretBox {
  readonly keyId: string;
  private readonly key: Buffer;

  constructor(secretKey: Buffer) {
    this.key = subkey(secretKey, 'parapet webhook secrets v1');
    this.keyId = createHash('sha256').update(this.key).digest('base64url').slice(0, 8);
  }

  /** `iv`: 12 bytes, never used twice. */
  seal(secret: string, webhookId: string, iv: Buffer = randomBytes(12)): string {
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(webhookId));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    const parts = [iv, Buffer.concat([sealed, cipher.getAuthTag()])];
    return ['v1', this.keyId, ...parts.map((p) => p.toString('base64url'))].join('.');
  }

  /** @throws SealBroken when it was sealed with another key, for another webhook, or was changed. */
  open(envelope: string, webhookId: string): string {
    const [version, keyId, iv, sealed] = envelope.split('.');
    if (version !== 'v1' || keyId === undefined || iv === undefined || sealed === undefined)
      throw new SealBroken('the sealed secret is not in a known form');
    if (keyId !== this.keyId)
      throw new SealBroken(`the secret was sealed with key ${keyId}, SECRET_KEY is ${this.keyId}`);
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const opener = createDecipheriv('aes-256-gcm', this.key, Buffer.from(iv, 'base64url'));
      opener.setAAD(Buffer.from(webhookId)).setAuthTag(bytes.subarray(-16));
      const text = Buffer.concat([opener.update(bytes.subarray(0, -16)), opener.final()]);
      return text.toString('utf8');
    } catch {
      throw new SealBroken('the sealed secret was changed');
    }
  }
}

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export const newSecret = (bytes: Buffer = randomBytes(32)): string =>
  `whsec_${bytes.toString('base64')}`;
