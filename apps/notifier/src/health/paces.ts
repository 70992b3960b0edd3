import { Injectable } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import { WebhookTable } from '../webhook/webhook-table';
import { KnownOfWebhooks } from './known-of-webhooks';
import { afterTaking, type Pace, paceOf, type Told } from './pace';

/** What an attempt tells of a receiver. */
export interface Ended {
  readonly webhook_id: string;
  /** `since` of the webhook that was asked. */
  readonly webhook_since?: string;
  /** Null where none was made. */
  readonly attempt: { readonly duration_ms: number } | null;
}

/** The pace of each webhook by the attempts that ended in this process. */
@Injectable()
export class Paces {
  private readonly known: KnownOfWebhooks<Told>;

  constructor(
    private readonly clock: Clock,
    webhooks: WebhookTable,
  ) {
    this.known = new KnownOfWebhooks(webhooks);
  }

  of(webhookId: string): Pace {
    return paceOf(this.known.of(webhookId), this.clock.elapsed());
  }

  /** Hears of an attempt. */
  ended({ webhook_id: id, webhook_since: since, attempt }: Ended): void {
    if (!attempt) return;
    const now = this.clock.elapsed();
    this.known.learn({ id, since }, (was) => afterTaking(was, attempt.duration_ms, now));
  }
}
