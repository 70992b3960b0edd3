import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Unavailable } from '@parapet/contracts';
import { DeliveryMetrics } from '../health/delivery-metrics';
import type { StoredDelivery } from './delivery.collection';
import { DeliveryFacts } from './delivery-facts';
import type { DeliveryResult } from './settle-attempt';

/** What a crash may make be sent again of one webhook, with what is in flight. */
const PER_WEBHOOK = 64;
/**
 * Fewer are under way until the log is known to be prompt, with each append that is one more, and as few again when one takes longer:
 * what a crash makes be sent again would be a larger share of what is sent.
 */
const PROMPT_MS = 10;
const PER_WEBHOOK_IF_SLOW = 4;
/** An append that takes longer may not be made for hours: to its webhook nothing more is sent meanwhile. */
const AWAY_MS = 500;
/** Characters of responses that one append may hold: with all else it stays well below what the log takes at once. */
const RESPONSES_AT_ONCE = 128 * 1024;
const AGAIN_MS = 500;

/** What an attempt came to, not in the log yet. */
export interface UnrecordedResult {
  readonly delivery: StoredDelivery;
  readonly result: DeliveryResult;
  /** Is called when it is in the log, or when it will never be. */
  readonly over: () => void;
}

/**
 * Results on their way into the log. Those of one webhook that come while others of it are being written share the next append; a
 * webhook is one partition, so that an append that fails has recorded nothing.
 */
@Injectable()
export class UnrecordedResults {
  private readonly log = new Logger('deliveries');
  /** Oldest first, with those that are being written. */
  private readonly byWebhook = new Map<string, UnrecordedResult[]>();
  /** When the append of each webhook that is under way was begun, in the time of `performance.now`: oldest first. */
  private readonly begun = new Map<string, number>();
  /** How many of a webhook, by how prompt the last appends were. */
  private proven = PER_WEBHOOK_IF_SLOW;
  private all = 0;
  private isCut = false;

  constructor(
    private readonly facts: DeliveryFacts,
    private readonly metrics: DeliveryMetrics,
  ) {}

  /** How many attempts of a webhook may be under way, so that there is room for what they come to. */
  room(webhookId: string): number {
    const waiting = this.byWebhook.get(webhookId)?.length ?? 0;
    return Math.max(0, this.most(webhookId) - waiting);
  }

  /** How many there are of all webhooks. */
  get count(): number {
    return this.all;
  }

  add(result: UnrecordedResult): void {
    const id = result.delivery.webhook_id;
    this.all += 1;
    const waiting = this.byWebhook.get(id);
    if (waiting) waiting.push(result);
    else this.begin(id, [result]);
  }

  /** Does not wait for a log that is away any longer. */
  cut(): void {
    this.isCut = true;
  }

  /** How many of a webhook, by how long the log takes. Where only a part of it is away, the webhooks of the others go on. */
  private most(webhookId: string): number {
    const now = performance.now();
    const [oldest = now] = this.begun.values();
    if (now - (this.begun.get(webhookId) ?? now) >= AWAY_MS) return 0;
    return now - oldest < PROMPT_MS ? this.proven : PER_WEBHOOK_IF_SLOW;
  }

  /** At the end of this turn of the loop: the answers that came in it are recorded together. */
  private begin(webhookId: string, waiting: UnrecordedResult[]): void {
    this.byWebhook.set(webhookId, waiting);
    setImmediate(() => void this.write(webhookId, waiting));
  }

  private async write(webhookId: string, waiting: UnrecordedResult[]): Promise<void> {
    while (waiting.length > 0) {
      const group = together(waiting);
      try {
        await this.append(webhookId, group);
      } catch (error) {
        this.log.error({ err: error, webhook: webhookId, results: group.length });
      }
      waiting.splice(0, group.length);
      this.all -= group.length;
      for (const { over } of group) over();
    }
    this.byWebhook.delete(webhookId);
  }

  /** While the log is away the results wait for it. */
  private async append(webhookId: string, group: readonly UnrecordedResult[]): Promise<void> {
    const began = performance.now();
    this.begun.set(webhookId, began);
    try {
      await this.record(
        webhookId,
        group.map(({ result }) => result),
      );
    } finally {
      this.begun.delete(webhookId);
      const isPrompt = performance.now() - began < PROMPT_MS;
      this.proven = isPrompt ? Math.min(PER_WEBHOOK, this.proven + 1) : PER_WEBHOOK_IF_SLOW;
    }
    for (const { result, delivery } of group)
      if (result.type === 'DeliverySucceeded') this.metrics.delivered(delivery);
  }

  private async record(webhookId: string, results: readonly DeliveryResult[]): Promise<void> {
    for (;;)
      try {
        await this.facts.append(webhookId, results);
        return;
      } catch (error) {
        if (!(error instanceof Unavailable) || this.isCut) throw error;
        await wait(AGAIN_MS);
      }
  }
}

/** The oldest, at least one, as many as fit into one append. */
function together(waiting: readonly UnrecordedResult[]): readonly UnrecordedResult[] {
  let characters = 0;
  const tooMany = waiting.findIndex(({ result: { data } }) => {
    characters += data.attempt?.response.length ?? 0;
    return characters > RESPONSES_AT_ONCE;
  });
  return tooMany < 0 ? [...waiting] : waiting.slice(0, Math.max(1, tooMany));
}
