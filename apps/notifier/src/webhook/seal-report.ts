import { Logger } from '@nestjs/common';
import type { Webhook } from '@parapet/contracts';
import { hasSealOf } from './reseal-webhook';
import type { SecretBox } from './secret-box';

const REMOVABLE =
  'no webhook is sealed with a key of SECRET_KEY_PREVIOUS: remove it when every process has this SECRET_KEY';
const HOW = 'put that key into SECRET_KEY_PREVIOUS, or delete the webhook and make it anew';

/** Tells an operator, once each, what cannot be opened and when former keys can go. */
export class SealReport {
  private readonly log = new Logger('webhook secrets');
  private readonly told = new Set<string>();

  constructor(private readonly box: SecretBox) {}

  /** Looks at all webhooks, which must be as new as the log was at some moment since the start. */
  tell(webhooks: Iterable<Webhook>): void {
    let former = 0;
    for (const webhook of webhooks) {
      if (hasSealOf('former', webhook, this.box)) former += 1;
      if (hasSealOf('unknown', webhook, this.box))
        this.cannotOpen(webhook, 'it was sealed with a key that is not set');
    }
    if (this.box.knowsFormer && former === 0 && this.isNew(REMOVABLE)) this.log.log(REMOVABLE);
  }

  /** This webhook is sent nothing until it is mended. */
  cannotOpen({ id }: Webhook, reason: string): void {
    if (this.isNew(`${id} ${reason}`))
      this.log.error(`the secret of ${id} cannot be opened: ${reason}; ${HOW}`);
  }

  private isNew(what: string): boolean {
    if (this.told.has(what)) return false;
    this.told.add(what);
    return true;
  }
}
