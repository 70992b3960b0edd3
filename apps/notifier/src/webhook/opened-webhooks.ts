import { Injectable } from '@nestjs/common';
import { secretsAt, type Webhook } from '@parapet/contracts';
import type { CustomHeaders } from './check-headers';
import { openSecrets, type SigningSecrets } from './open-secrets';
import { openHeaders } from './sealed-headers';
import { SecretBox } from './secret-box';

/** What goes into the requests of a webhook, in the clear: never logged, and kept no longer than the webhook is as it is. */
export interface OpenedWebhook {
  readonly secrets: SigningSecrets;
  readonly headers: CustomHeaders;
}

/** Opens what is sealed of a webhook once, and not for every attempt: to open it costs five times what to sign with it does. */
@Injectable()
export class OpenedWebhooks {
  private readonly opened = new WeakMap<Webhook, OpenedWebhook>();

  constructor(private readonly box: SecretBox) {}

  /** As it is to be sent at this moment (RFC 3339). @throws SealBroken */
  at(webhook: Webhook, moment: string): OpenedWebhook {
    const known = this.opened.get(webhook);
    const isStaged = secretsAt(webhook, moment).staged !== null;
    if (known && (known.secrets.staged !== null) === isStaged) return known;
    const made = {
      secrets: openSecrets(webhook, this.box, moment),
      headers: openHeaders(this.box, webhook),
    };
    this.opened.set(webhook, made);
    return made;
  }
}
