import { Injectable, Logger } from '@nestjs/common';
import { WebhookClient } from '../egress/webhook-client';
import { Breakers } from '../health/breakers';
import { Deliver } from './deliver';
import type { StoredDelivery } from './delivery.collection';
import { HeldLease } from './held-lease';
import { Slots } from './slots';

const PER_WEBHOOK = 8;
const IN_ALL = 512;
/** How long a stop waits for attempts in flight before it cuts them. */
const PATIENCE_MS = 4_000;

/** The attempts that this process is making, within the limits per webhook and in all. */
@Injectable()
export class DeliveriesInFlight {
  private readonly log = new Logger('deliveries');
  private readonly slots = new Slots(PER_WEBHOOK, IN_ALL);
  private readonly running = new Set<Promise<void>>();
  /** Deliveries in hand, as they were when they were claimed. */
  private readonly inHand = new Set<string>();
  private readonly cut = new AbortController();

  constructor(
    private readonly lease: HeldLease,
    private readonly deliver: Deliver,
    private readonly client: WebhookClient,
    private readonly breakers: Breakers,
  ) {}

  /** Takes all free places of a webhook and answers how many; each is given back, or filled by `start`. None or one while it is down. */
  take(webhookId: string): number {
    return this.slots.take(webhookId, this.breakers.places(webhookId));
  }

  /** No place is free for anybody. */
  isFull(): boolean {
    return this.slots.free === 0;
  }

  giveBack(webhookId: string, places: number): void {
    this.slots.give(webhookId, places);
  }

  /**
   * Makes an attempt in a place that was taken; `ended` is called when the place is free again. What is in hand already, and
   * of which nothing new is known, is left to whoever has it: its result may wait for the log longer than a lease.
   */
  start(delivery: StoredDelivery, ended: () => void): void {
    const known = `${delivery.id}@${delivery.applied}`;
    if (this.inHand.has(known)) return this.slots.give(delivery.webhook_id, 1);
    this.inHand.add(known);
    const attempt = this.attempt(delivery)
      .catch((error: unknown) => this.log.error({ err: error, delivery: delivery.id }))
      .finally(() => {
        this.running.delete(attempt);
        this.inHand.delete(known);
        this.slots.give(delivery.webhook_id, 1);
        ended();
      });
    this.running.add(attempt);
  }

  /** Waits a while for what is in flight, then cuts it: what was cut is sent again under its id when its lease ends. */
  async finish(): Promise<void> {
    const timer = setTimeout(() => void this.cutOff(), PATIENCE_MS);
    await Promise.all(this.running);
    clearTimeout(timer);
    await this.cutOff();
  }

  private async attempt(delivery: StoredDelivery): Promise<void> {
    const cut = this.cut.signal;
    if (await this.lease.allows(delivery, cut)) await this.deliver.one(delivery, cut);
  }

  private async cutOff(): Promise<void> {
    this.cut.abort();
    await this.client.close();
  }
}
