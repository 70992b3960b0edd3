import { secretsAt, type Webhook } from '@parapet/contracts';
import type { SecretBox } from './secret-box';

/** What signs an attempt, in the clear: never stored, never logged. */
export interface SigningSecrets {
  /** `whsec_…`: the only one, or the old one while another is staged. */
  readonly current: string;
  /** `whsec_…`; null when none is staged. */
  readonly staged: string | null;
}

/** The secrets of a webhook that sign at this moment (RFC 3339). @throws SealBroken */
export function openSecrets(webhook: Webhook, box: SecretBox, at: string): SigningSecrets {
  const { current, staged } = secretsAt(webhook, at);
  return {
    current: box.open(current, webhook.id),
    staged: staged && box.open(staged.secret_sealed, webhook.id),
  };
}
