import { Injectable } from '@nestjs/common';
import type { Webhook } from '@parapet/contracts';
import { FreshWebhooks } from '../webhook/fresh-webhooks';
import { WebhookTable } from '../webhook/webhook-table';
import type { StoredDelivery } from './delivery.collection';
import { DeliveryLeases } from './delivery-leases';
import { Moments } from './moments';

const SEEN_AT_ONCE = 50;
/** One webhook with a long queue must not hide the others: a look goes on so far behind what it saw first. */
const PAGES = 4;
/** But not where these have so many attempts behind them: each comes with what was answered to it. */
const MOST_ATTEMPTS = 100;
/** Webhooks that are asked for unseen where even that does not show all that is due. */
const IN_TURN = 64;
const BRINGS_BACK_EVERY_MS = 60_000;

/** Webhooks that have something due: those that get it, and those that are disabled or deleted. */
export interface WithDue {
  readonly enabled: ReadonlySet<string>;
  readonly over: ReadonlySet<string>;
  /** Milliseconds until something is due; at most 0 where something is, Infinity where nothing waits. */
  readonly nextInMs: number;
}

const NOBODY: ReadonlySet<string> = new Set();

/** The deliveries that are due, and who they are for. */
@Injectable()
export class DueDeliveries {
  /** All webhooks, one after the other; those that are new come at the end. */
  private turn: Iterator<Webhook> = [].values();
  /** In the time of `performance.now`. */
  private bringsBackAt = 0;

  constructor(
    private readonly leases: DeliveryLeases,
    private readonly webhooks: WebhookTable,
    private readonly fresh: FreshWebhooks,
    private readonly moments: Moments,
  ) {}

  /** Which webhooks have something due now. @throws Unavailable */
  async webhooksWithDue(): Promise<WithDue> {
    await this.bringBack();
    const nextInMs = await this.nextInMs();
    if (nextInMs > 0) return { enabled: NOBODY, over: NOBODY, nextInMs };
    const { ids, all } = await this.withDue();
    const enabled = new Set([...ids].filter((id) => this.isEnabled(id)));
    const over = new Set([...ids].filter((id) => !this.isEnabled(id)));
    if (!all) for (const id of this.nextInTurn()) enabled.add(id);
    return { enabled, over, nextInMs };
  }

  /** Takes what is due of one webhook, at most `limit`, for this process alone until the lease ends. @throws Unavailable */
  async claim(webhookId: string, limit: number): Promise<readonly StoredDelivery[]> {
    if (await this.isOver(webhookId)) return [];
    return this.leases.claim(webhookId, limit);
  }

  /** Whether a webhook gets nothing any more: it is disabled or deleted. @throws Unavailable */
  async isOver(webhookId: string): Promise<boolean> {
    return !(await this.fresh.enabled(webhookId));
  }

  /** Ends the lease of what was claimed here and is not begun: it is due again as it was. @throws Unavailable */
  async giveBack(claimed: readonly StoredDelivery[]): Promise<void> {
    await this.leases.giveBack(claimed);
  }

  /** How long ago what is most overdue was due, milliseconds; 0 when nothing is. @throws Unavailable */
  async mostOverdueMs(): Promise<number> {
    return Math.max(0, -(await this.nextInMs()));
  }

  /** Whose deliveries are due longest, and whether that is all who have any. */
  private async withDue(): Promise<{ ids: ReadonlySet<string>; all: boolean }> {
    const ids = new Set<string>();
    let last: StoredDelivery | undefined;
    let attempts = 0;
    for (let page = 0; page < PAGES && attempts < MOST_ATTEMPTS; page += 1) {
      const due = await this.leases.due(SEEN_AT_ONCE, last);
      for (const row of due) ids.add(row.webhook_id);
      if (due.length < SEEN_AT_ONCE) return { ids, all: true };
      attempts += due.reduce((sum, row) => sum + row.attempts.length, 0);
      last = due.at(-1);
    }
    return { ids, all: false };
  }

  /** Some enabled webhooks, with each call the next ones: each has its turn, however many there are. */
  private nextInTurn(): readonly string[] {
    const ids: string[] = [];
    for (let rounds = 0; ids.length < IN_TURN && rounds < 2;) {
      const next = this.turn.next();
      if (next.done) {
        this.turn = this.webhooks.values();
        rounds += 1;
      } else if (next.value.enabled) ids.push(next.value.id);
    }
    return ids;
  }

  /** What a clock that was ahead has put off is not waited for. */
  private async bringBack(): Promise<void> {
    const latest = this.moments.latestDue();
    if (latest === null || performance.now() < this.bringsBackAt) return;
    if (await this.leases.bringBack(latest)) return;
    this.bringsBackAt = performance.now() + BRINGS_BACK_EVERY_MS;
  }

  private async nextInMs(): Promise<number> {
    const first = await this.leases.first();
    return first?.due_at === undefined
      ? Infinity
      : Date.parse(first.due_at) - this.moments.moment().now;
  }

  private isEnabled(webhookId: string): boolean {
    return this.webhooks.get(webhookId)?.enabled === true;
  }
}
