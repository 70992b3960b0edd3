import { Injectable } from '@nestjs/common';
import { Breakers } from '../health/breakers';
import { type Ended, Paces } from '../health/paces';
import { type SlotLimits, Slots } from './slots';
import { UnrecordedResults } from './unrecorded-results';

/**
 * Half of all is kept from receivers that are slow, and some from those that nobody knows. What there is in all a crash may make be sent
 * again: what is in flight, and what it came to until that is in the log.
 */
const LIMITS: SlotLimits = { perWebhook: 8, upTo: { slow: 256, unknown: 448, prompt: 512 } };

/** Places for attempts, within the limits per webhook, by how quick receivers are, and in all. */
@Injectable()
export class Places {
  private readonly slots = new Slots(LIMITS, () => this.results.count);

  constructor(
    private readonly breakers: Breakers,
    private readonly paces: Paces,
    private readonly results: UnrecordedResults,
  ) {}

  /** Takes all free places of a webhook and answers how many: none or one while it is down, fewer while many results wait for the log. */
  take(webhookId: string): number {
    const most = Math.min(this.breakers.places(webhookId), this.results.room(webhookId));
    return this.slots.take(webhookId, this.paces.of(webhookId), most);
  }

  give(webhookId: string, count: number): void {
    this.slots.give(webhookId, count);
  }

  /** Hears of an attempt, and how long it kept its place. */
  ended(attempt: Ended): void {
    this.paces.ended(attempt);
  }

  /** No more are free to a webhook, and to those of its pace, than one may have. */
  areFew(webhookId: string): boolean {
    return this.free(webhookId) <= LIMITS.perWebhook;
  }

  /** None is free to a webhook, nor to others of its pace. */
  areFull(webhookId: string): boolean {
    return this.free(webhookId) <= 0;
  }

  private free(webhookId: string): number {
    return this.slots.freeTo(this.paces.of(webhookId));
  }
}
