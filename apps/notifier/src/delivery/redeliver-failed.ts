import { Injectable } from '@nestjs/common';
import {
  askedBy,
  Clock,
  firstMillisecondAfter,
  lastMillisecondOf,
  type UserCaller,
} from '@parapet/chassis';
import { type DeliveryRequeued, envelope, isoTime } from '@parapet/contracts';
import { type PageQuery, ReadModel } from '@parapet/readmodel';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';
import { isTest } from './delivery-events';
import { DeliveryFacts } from './delivery-facts';
import type { FailedRange } from './failed-range';
import { Redeliverable } from './redeliverable';

/** Each comes with what was answered to its attempts. */
const PAGE = 50;
/** Within the bound of a request (30 s), waiting for a page (5 s) included. */
const PATIENCE_MS = 15_000;

export interface Requeued {
  readonly count: number;
  /** There may be more: the same request again goes on. */
  readonly more: boolean;
}

/** Asks again for all deliveries of a webhook that were given up. Tests are left out: nobody waits for them. */
@Injectable()
export class RedeliverFailed {
  constructor(
    private readonly store: ReadModel,
    private readonly facts: DeliveryFacts,
    private readonly redeliverable: Redeliverable,
    private readonly clock: Clock,
  ) {}

  /** Oldest first, page by page, each a moment later than the one before. @throws Problem `not_found`, `conflict`; Unavailable */
  async run(webhookId: string, range: FailedRange, caller: UserCaller): Promise<Requeued> {
    await this.redeliverable.webhook(webhookId);
    const asked = this.clock.now();
    const end = performance.now() + PATIENCE_MS;
    const query = this.query(webhookId, range);
    let count = 0;
    for (let after: PageQuery<StoredDelivery>['after']; ;) {
      const rows = await this.store.page(DELIVERIES, { ...query, ...(after && { after }) });
      const events = rows
        .filter((row) => !isTest(row))
        .map((row, i) => this.again(row, asked + count + i, caller));
      count += events.length;
      const projected = await this.facts.appendAndProject(webhookId, events);
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return { count, more: false };
      if (!projected || performance.now() > end) return { count, more: true };
      after = { sort: last.created_at, id: last.id };
    }
  }

  private query(webhookId: string, { since, until }: FailedRange): PageQuery<StoredDelivery> {
    const oldest = this.redeliverable.madeAfter();
    const from = lastMillisecondOf(since);
    const below = until === null ? undefined : firstMillisecondAfter(until);
    return {
      equal: { webhook_id: webhookId, status: 'given_up' },
      ...{ sort: 'created_at', order: 'asc', limit: PAGE, above: from > oldest ? from : oldest },
      ...(below !== undefined && { below }),
    };
  }

  private again(row: StoredDelivery, at: number, caller: UserCaller): DeliveryRequeued {
    const { id: delivery_id, webhook_id } = row;
    return {
      ...envelope('DeliveryRequeued', askedBy(caller, this.clock)),
      data: { delivery_id, webhook_id, next_at: isoTime(at), only_given_up: true },
    };
  }
}
