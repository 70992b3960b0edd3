import { Injectable } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import type { StoredDelivery } from './delivery.collection';
import { DueDeliveries, type WithDue } from './due-deliveries';
import { HeldLease } from './held-lease';

/** What is claimed should be begun within so long: more at once would only keep it from other processes. */
const SOON_MS = 250;
/** What was not begun within so long, because the receiver hangs or is left alone, is given back. */
const TOO_LONG_MS = 1_000;
const MOST = 64;

/** What a webhook gets for its free places. */
export interface Claimed {
  /** Oldest first. */
  readonly rows: readonly StoredDelivery[];
  /** Whether more may be due. */
  readonly more: boolean;
}

/** What the last claim for a webhook got. */
interface Stock {
  /** Not begun yet, oldest first. */
  readonly rows: StoredDelivery[];
  /** How many were asked for. */
  readonly asked: number;
  /** Whether there were as many. */
  readonly full: boolean;
  /** Milliseconds since 1970. */
  readonly claimedAt: number;
}

/**
 * Claims as many deliveries of a webhook as are begun in a quarter of a second, learned from how quickly the last ones were: a
 * claim for each place that becomes free would cost more than the sending.
 */
@Injectable()
export class ClaimedAhead {
  private readonly stocks = new Map<string, Stock>();
  private readonly stopped = new AbortController();

  constructor(
    private readonly due: DueDeliveries,
    private readonly lease: HeldLease,
    private readonly clock: Clock,
  ) {}

  /** Takes what is due of one webhook, for as many places. @throws Unavailable */
  async claim(webhookId: string, places: number): Promise<Claimed> {
    await this.giveBack([webhookId], this.isOld);
    const known = this.stocks.get(webhookId);
    const stock = known?.rows.length
      ? known
      : await this.more(webhookId, Math.max(places, this.pace(known)));
    const rows = stock.rows.splice(0, places);
    if (stock.rows.length === 0 && !stock.full) this.stocks.delete(webhookId);
    return { rows, more: stock.rows.length > 0 || stock.full };
  }

  /** Takes what was claimed before and is not begun, for as many places; nothing where that is old. */
  take(webhookId: string, places: number): readonly StoredDelivery[] {
    const stock = this.stocks.get(webhookId);
    return stock && !this.isOld(stock) ? stock.rows.splice(0, places) : [];
  }

  /** Whether a webhook gets nothing any more: it is disabled or deleted. @throws Unavailable */
  isOver(webhookId: string): Promise<boolean> {
    return this.due.isOver(webhookId);
  }

  /** Which webhooks have something due, with what waited here for too long: that is given back. @throws Unavailable */
  async webhooksWithDue(): Promise<WithDue> {
    await this.giveBack([...this.stocks.keys()], this.isOld);
    return this.due.webhooksWithDue();
  }

  /** Gives everything back, and lets nothing wait for the projection any more. @throws Unavailable */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.giveBack([...this.stocks.keys()], () => true);
  }

  /** Its webhook is over, or all of it belongs to documents that are no more: none of it may be begun. */
  forget(webhookId?: string): void {
    if (webhookId === undefined) this.stocks.clear();
    else this.stocks.delete(webhookId);
  }

  private async more(webhookId: string, asked: number): Promise<Stock> {
    const rows = [...(await this.due.claim(webhookId, asked))];
    this.lease.ask(rows, this.stopped.signal);
    const stock = { rows, asked, full: rows.length === asked, claimedAt: this.clock.now() };
    this.stocks.set(webhookId, stock);
    return stock;
  }

  private async giveBack(ids: readonly string[], which: (stock: Stock) => boolean): Promise<void> {
    const rows = ids.flatMap((id) => {
      const stock = this.stocks.get(id);
      return stock && which(stock) ? stock.rows.splice(0) : [];
    });
    if (rows.length > 0) await this.due.giveBack(rows);
  }

  /** How many the next claim should be for, by how soon the last one was used up. */
  private pace(last: Stock | undefined): number {
    if (!last?.full) return 0;
    return this.ageOf(last) < SOON_MS ? Math.min(last.asked * 2, MOST) : last.asked >> 1;
  }

  private ageOf({ claimedAt }: Stock): number {
    return this.clock.now() - claimedAt;
  }

  private readonly isOld = (stock: Stock): boolean => this.ageOf(stock) > TOO_LONG_MS;
}
