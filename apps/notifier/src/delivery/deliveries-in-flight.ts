import { Injectable, Logger } from '@nestjs/common';
import { Unavailable } from '@parapet/contracts';
import { Deliver } from './deliver';
import type { StoredDelivery } from './delivery.collection';
import { HeldLease } from './held-lease';
import { Places } from './places';
import type { DeliveryResult } from './settle-attempt';
import { UnrecordedResults } from './unrecorded-results';

/** How long a stop waits for what is in hand before it cuts it: with the 5 s that requests are given, less than the 9 s of a stop. */
const PATIENCE_MS = 3_000;

/** The attempts that this process is making, and what they came to until that is in the log. */
@Injectable()
export class DeliveriesInFlight {
  private readonly log = new Logger('deliveries');
  /** Deliveries in hand, as they were when they were claimed: in flight, or with a result that is not in the log yet. */
  private readonly inHand = new Set<string>();
  private readonly cut = new AbortController();
  private whenEmpty: (() => void) | undefined;

  constructor(
    private readonly lease: HeldLease,
    private readonly deliver: Deliver,
    private readonly results: UnrecordedResults,
    private readonly places: Places,
  ) {}

  /** Takes all free places of a webhook and answers how many; each is given back, or filled by `start`. */
  take(webhookId: string): number {
    return this.places.take(webhookId);
  }

  /** No place is free to a webhook, nor to others like it. */
  isFull(webhookId: string): boolean {
    return this.places.areFull(webhookId);
  }

  /** So few places are free to a webhook that others like it may be waiting for them. */
  isNearlyFull(webhookId: string): boolean {
    return this.places.areFew(webhookId);
  }

  giveBack(webhookId: string, places: number): void {
    this.places.give(webhookId, places);
  }

  /**
   * Makes an attempt in a place that was taken, which is free again when the receiver has answered: `ended` is called then, and once
   * more when the result is in the log. What is in hand already, and of which nothing new is known, is left to whoever has it: its
   * result may wait for the log longer than a lease.
   */
  start(delivery: StoredDelivery, ended: () => void): void {
    const known = `${delivery.id}@${delivery.applied}`;
    if (this.inHand.has(known)) return this.places.give(delivery.webhook_id, 1);
    this.inHand.add(known);
    const over = (): void => {
      this.deliver.letGo(delivery);
      this.inHand.delete(known);
      if (this.inHand.size === 0) this.whenEmpty?.();
      ended();
    };
    void this.resultOf(delivery).then((result) => {
      this.places.give(delivery.webhook_id, 1);
      if (!result) return over();
      this.places.ended(result.data);
      this.results.add({ delivery, result, over });
      ended();
    });
  }

  /** Waits a while for what is in hand, then cuts it: what was cut is sent again under its id when its lease ends. */
  async finish(): Promise<void> {
    const timer = setTimeout(() => void this.cutOff(), PATIENCE_MS);
    if (this.inHand.size > 0) await new Promise<void>((resolve) => (this.whenEmpty = resolve));
    clearTimeout(timer);
    await this.cutOff();
  }

  /** Null also while nobody can say whether it may be sent: it is due again when its lease ends. */
  private async resultOf(delivery: StoredDelivery): Promise<DeliveryResult | null> {
    const cut = this.cut.signal;
    try {
      if (!(await this.lease.allows(delivery, cut))) return null;
      const webhook = await this.deliver.webhookOf(delivery);
      // To hear of the webhook may have taken as long as a lease.
      const mayBegin = webhook && this.lease.lasts(delivery);
      return mayBegin ? await this.deliver.one(webhook, delivery, cut) : null;
    } catch (error) {
      if (!(error instanceof Unavailable)) this.log.error({ err: error, delivery: delivery.id });
      return null;
    }
  }

  private async cutOff(): Promise<void> {
    this.cut.abort();
    this.results.cut();
    await this.deliver.cutOff();
  }
}
