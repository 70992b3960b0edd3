import { Injectable } from '@nestjs/common';
import type { Webhook } from '@parapet/contracts';
import { WebhookTable } from './webhook-table';

/** A table that has not been asked for so long asks the log before it is believed. */
const FRESH_MS = 500;

/** The webhooks as they were half a second ago or later: what was disabled or deleted before is not sent to (`exactness.md`, rule 16). */
@Injectable()
export class FreshWebhooks {
  private askedAt = -Infinity;

  constructor(private readonly webhooks: WebhookTable) {}

  /** The webhook, if it may be sent to: at once while the table is fresh. @throws Unavailable when the log cannot say */
  enabled(id: string): Webhook | undefined | Promise<Webhook | undefined> {
    return performance.now() - this.askedAt < FRESH_MS ? this.known(id) : this.refreshed(id);
  }

  private async refreshed(id: string): Promise<Webhook | undefined> {
    const now = performance.now();
    await this.webhooks.caughtUp();
    this.askedAt = Math.max(this.askedAt, now);
    return this.known(id);
  }

  private known(id: string): Webhook | undefined {
    const webhook = this.webhooks.get(id);
    return webhook?.enabled ? webhook : undefined;
  }
}
