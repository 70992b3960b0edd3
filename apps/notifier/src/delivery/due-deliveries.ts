import { Injectable } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import { isoTime } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { FreshWebhooks } from '../webhook/fresh-webhooks';
import { WebhookTable } from '../webhook/webhook-table';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';

/** Longer than an attempt (15 s) and its record take. A sender that died is followed by another after so long. */
export const LEASE_MS = 30_000;
const SEEN_AT_ONCE = 50;

/** Webhooks that have something due: those that get it, and those that are disabled or deleted. */
export interface WithDue {
  readonly enabled: ReadonlySet<string>;
  readonly over: ReadonlySet<string>;
}

/** The deliveries that are due, and who they are for. */
@Injectable()
export class DueDeliveries {
  constructor(
    private readonly store: ReadModel,
    private readonly webhooks: WebhookTable,
    private readonly fresh: FreshWebhooks,
    private readonly clock: Clock,
  ) {}

  /** Which webhooks have something due now. @throws Unavailable */
  async webhooksWithDue(): Promise<WithDue> {
    const due = await this.store.page(DELIVERIES, {
      equal: { status: 'pending' },
      sort: 'due_at',
      order: 'asc',
      below: isoTime(this.clock.now() + 1),
      limit: SEEN_AT_ONCE,
    });
    const ids = new Set(due.map((row) => row.webhook_id));
    const enabled = new Set([...ids].filter((id) => this.isEnabled(id)));
    const over = new Set([...ids].filter((id) => !this.isEnabled(id)));
    // One webhook with a long queue must not hide the others.
    if (due.length === SEEN_AT_ONCE)
      for (const webhook of this.webhooks.values()) if (webhook.enabled) enabled.add(webhook.id);
    return { enabled, over };
  }

  /** Takes what is due of one webhook, at most `limit`, for this process alone until the lease ends. @throws Unavailable */
  async claim(webhookId: string, limit: number): Promise<readonly StoredDelivery[]> {
    if (!(await this.fresh.enabled(webhookId))) return [];
    const now = this.clock.now();
    return this.store.claim(DELIVERIES, {
      equal: { webhook_id: webhookId, status: 'pending' },
      due: 'due_at',
      now: isoTime(now),
      until: isoTime(now + LEASE_MS),
      limit,
    });
  }

  /** Ends the lease of what was claimed here and is not begun: it is due again as it was. @throws Unavailable */
  async giveBack(claimed: readonly StoredDelivery[]): Promise<void> {
    const changes = claimed.flatMap(({ id, due_at, next_at }) =>
      due_at === undefined || next_at === null
        ? []
        : [{ id, set: { due_at: next_at }, guard: { field: 'due_at', equals: due_at } as const }],
    );
    await this.store.write(DELIVERIES, changes);
  }

  private isEnabled(webhookId: string): boolean {
    return this.webhooks.get(webhookId)?.enabled === true;
  }
}
