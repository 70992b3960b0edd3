import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import { type DeliveryGivenUp, envelope, type Position, Unavailable } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { WebhookTable } from '../webhook/webhook-table';
import { DELIVERIES, type DeliveryRow } from './delivery.collection';
import { DeliveryFacts } from './delivery-facts';
import { ownFact } from './own-fact';

const PAGE = 100;
/** Webhooks that are looked through beside each other: a start hears of all that were ever deleted at once. */
const AT_ONCE = 8;

/**
 * Gives up what waits for a webhook that is disabled or deleted. Nothing is sent, so no lease is needed. A long queue takes its time,
 * page by page, beside the sending to others.
 */
@Injectable()
export class AbandonDeliveries {
  private readonly log = new Logger('deliveries');
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly waiting: (() => void)[] = [];
  private free = AT_ONCE;
  private stopped = false;

  constructor(
    private readonly store: ReadModel,
    private readonly webhooks: WebhookTable,
    private readonly facts: DeliveryFacts,
    private readonly clock: Clock,
  ) {}

  /** Begins; `failed` is called when something is left. @returns false when it is under way already: ask again later. */
  begin(webhookId: string, failed: () => void): boolean {
    if (this.underWay.has(webhookId)) return false;
    const work = this.inTurn(() => this.all(webhookId))
      .catch((error: unknown) => {
        if (!(error instanceof Unavailable)) this.log.error(error);
        failed();
      })
      .finally(() => this.underWay.delete(webhookId));
    this.underWay.set(webhookId, work);
    return true;
  }

  /** Finishes the pages in hand. */
  async finish(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.underWay.values());
  }

  private async inTurn(work: () => Promise<void>): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((go) => this.waiting.push(go));
    try {
      await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  /**
   * Looks again after each page was read: the webhook may be newer than our table, or have been enabled again, and what was planned
   * since then is in the page too.
   */
  private async all(webhookId: string): Promise<void> {
    while (!this.stopped) {
      const rows = await this.store.page(DELIVERIES, {
        equal: { webhook_id: webhookId },
        sort: 'due_at',
        order: 'asc',
        limit: PAGE,
      });
      if (rows.length === 0) return;
      await this.webhooks.caughtUp();
      const webhook = this.webhooks.get(webhookId);
      if (webhook?.enabled) return;
      const reason = webhook ? 'the webhook is disabled' : 'the webhook was deleted';
      const events = rows.map((row) => this.givenUp(row, reason));
      await this.readable((await this.facts.append(webhookId, events)).at(-1));
    }
  }

  /** However long that takes: before, the next page would be this one again. */
  private async readable(last: Position | undefined): Promise<void> {
    while (last && !this.stopped) if (await this.facts.projected(last)) return;
  }

  /** Later than what was asked for before, by whatever clock. */
  private givenUp(row: DeliveryRow, reason: string): DeliveryGivenUp {
    const { id, webhook_id, requeued_at = '' } = row;
    const origin = ownFact(this.clock, webhook_id);
    const time = origin.time < requeued_at ? requeued_at : origin.time;
    return {
      ...envelope('DeliveryGivenUp', { ...origin, time }),
      data: { delivery_id: id, webhook_id, attempt: null, reason },
    };
  }
}
