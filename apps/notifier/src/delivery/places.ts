import { Injectable } from '@nestjs/common';
import { Breakers } from '../health/breakers';
import { Slots } from './slots';
import { UnrecordedResults } from './unrecorded-results';

const PER_WEBHOOK = 8;
const IN_ALL = 512;

/** Places for attempts, within the limits per webhook and in all. */
@Injectable()
export class Places {
  private readonly slots = new Slots(PER_WEBHOOK, IN_ALL);

  constructor(
    private readonly breakers: Breakers,
    private readonly results: UnrecordedResults,
  ) {}

  /** Takes all free places of a webhook and answers how many: none or one while it is down, fewer while many results wait for the log. */
  take(webhookId: string): number {
    const most = Math.min(this.breakers.places(webhookId), this.results.room(webhookId));
    return this.slots.take(webhookId, most);
  }

  give(webhookId: string, count: number): void {
    this.slots.give(webhookId, count);
  }

  /** No more are free than one webhook may have. */
  areFew(): boolean {
    return this.slots.free <= PER_WEBHOOK;
  }

  /** No place is free for anybody. */
  areFull(): boolean {
    return this.slots.free === 0;
  }
}
