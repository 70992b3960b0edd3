import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { BackgroundWork } from '@parapet/chassis';
import { Unavailable } from '@parapet/contracts';
import { AbandonDeliveries } from './abandon-deliveries';
import { Alarm } from './alarm';
import { ClaimedAhead } from './claimed-ahead';
import { DeliveriesInFlight } from './deliveries-in-flight';
import type { StoredDelivery } from './delivery.collection';
import { LookTimes } from './look-times';
import { ProjectedToEnd } from './projected-to-end';

/** Places that become free within so long are filled together: a claim for each would cost more than the sending. */
const TOGETHER_MS = 5;
const BACK_OFF_MS = 1_000;

/**
 * Sends what is due: claims per webhook by lease, so that any number of processes share the work. Woken by the projection
 * of its own process, and by itself for retries, lapsed leases and what other processes planned.
 */
@Injectable()
export class SendDeliveries implements BackgroundWork {
  readonly name = 'deliveries';
  private readonly log = new Logger('deliveries');
  private readonly alarm = new Alarm();
  private readonly stopped = new AbortController();
  private readonly looks = new LookTimes();
  /** Webhooks that may have something due. */
  private readonly waiting = new Set<string>();
  /** Webhooks that were disabled or deleted. */
  private readonly over = new Set<string>();
  /** Whether somebody found no place in this round: those that others took, and give back unused, are his. */
  private crowded = false;
  private running: Promise<void> | undefined;
  /** The generation of the documents that may be claimed from. */
  private claimable: string | null = null;

  constructor(
    private readonly projected: ProjectedToEnd,
    private readonly due: ClaimedAhead,
    private readonly inFlight: DeliveriesInFlight,
    private readonly abandon: AbandonDeliveries,
  ) {}

  /** Something of this webhook is due. */
  hasDue(webhookId: string): void {
    this.waiting.add(webhookId);
    this.alarm.ring();
  }

  /** This webhook was disabled or deleted: what waits for it is given up. */
  isOver(webhookId: string): void {
    this.due.forget(webhookId);
    this.over.add(webhookId);
    this.alarm.ring();
  }

  async start(): Promise<void> {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    this.alarm.ring();
    await this.running;
    await this.giveBack();
    await this.abandon.finish();
    await this.inFlight.finish();
  }

  /** Where the store is away, what was claimed is due again when its lease ends. */
  private async giveBack(): Promise<void> {
    try {
      await this.due.stop();
    } catch (error) {
      if (!(error instanceof Unavailable)) this.log.error(error);
    }
  }

  private async run(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      try {
        if (!this.mayClaim()) await this.claimAnew(signal);
        if (signal.aborted) return;
        if (this.looks.isTime()) await this.look();
        if (await this.round()) await wait(TOGETHER_MS);
        await this.alarm.sleep(this.looks.restMs());
      } catch (error) {
        if (!(error instanceof Unavailable)) this.log.error(error);
        await this.alarm.sleep(BACK_OFF_MS);
      }
    }
  }

  private async claimAnew(stop: AbortSignal): Promise<void> {
    this.due.forget();
    this.claimable = await this.projected.reached(stop);
  }

  private mayClaim(): boolean {
    return this.claimable === this.projected.generation();
  }

  private async look(): Promise<void> {
    const { enabled, over, nextInMs } = await this.due.webhooksWithDue();
    this.looks.looked(nextInMs);
    for (const id of enabled) this.waiting.add(id);
    for (const id of over) this.over.add(id);
  }

  /** @returns whether anything was claimed */
  private async round(): Promise<boolean> {
    for (const id of this.over)
      if (this.abandon.begin(id, () => this.over.add(id))) this.over.delete(id);
    return (await Promise.all(this.claims())).length > 0;
  }

  private *claims(): Iterable<Promise<void>> {
    this.crowded = false;
    for (const id of this.waiting) {
      const places = this.inFlight.take(id);
      if (places > 0) yield this.claim(id, places);
      else if (this.inFlight.isFull(id)) this.crowded = true;
    }
  }

  /** Claims as many as there are places; a webhook without any waits until one of its attempts has ended. */
  private async claim(webhookId: string, places: number): Promise<void> {
    this.waiting.delete(webhookId);
    let used = 0;
    try {
      const { rows, more } = await this.due.claim(webhookId, places);
      // Claimed from a new generation before that was ready: it is due again when this lease ends.
      if (!this.mayClaim()) throw new Unavailable('the deliveries are being made again');
      if (more) this.waiting.add(webhookId);
      // What was planned late for it may lie behind all that a look sees.
      if (rows.length === 0 && (await this.due.isOver(webhookId))) this.isOver(webhookId);
      for (const delivery of rows) {
        this.send(delivery);
        used += 1;
      }
    } catch (error) {
      this.waiting.add(webhookId);
      throw error;
    } finally {
      this.inFlight.giveBack(webhookId, places - used);
    }
    if (used < places && this.crowded) this.alarm.ring();
  }

  /** A place is filled when the turn of the loop is over: only then its connection is free too. */
  private send(delivery: StoredDelivery): void {
    this.inFlight.start(delivery, () => {
      if (this.waiting.size === 0) return;
      setImmediate(() => this.goOn(delivery.webhook_id));
      this.alarm.ring();
    });
  }

  /** Begins at once what was claimed for the webhook before: a round for each place that becomes free would cost more. */
  private goOn(webhookId: string): void {
    if (this.stopped.signal.aborted || !this.mayClaim()) return;
    if (this.inFlight.isNearlyFull(webhookId)) return;
    const places = this.inFlight.take(webhookId);
    if (places === 0) return;
    const rows = this.due.take(webhookId, places);
    this.inFlight.giveBack(webhookId, places - rows.length);
    for (const delivery of rows) this.send(delivery);
  }
}
