import { copied } from './copied';

/** What refusals may weigh that a caller gets as fast as it asks, over all its connections; and what is remembered at most. */
const [FREE, MOST] = [100, 200];
/** Callers that are remembered at once, at most; the oldest are forgotten: where tokens are not known anybody can make them up. */
const CALLERS = 10_000;

/** What each caller was refused lately: every request that was right makes good for a refusal of weight 1. */
export class CallerRefusals {
  private readonly byCaller = new Map<string, number>();

  /** Takes note of an answer; a weight of 0 is none that refuses. Answers whether the caller has been refused too often. */
  tooOften(caller: string, weight: number): boolean {
    const before = this.byCaller.get(caller) ?? 0;
    const now = Math.min(before + (weight || -1), MOST);
    if (now > 0) this.remember(caller, now);
    else if (before > 0) this.byCaller.delete(caller);
    return weight > 0 && now > FREE;
  }

  private remember(caller: string, refused: number): void {
    this.byCaller.set(this.byCaller.has(caller) ? caller : copied(caller), refused);
    const [oldest] = this.byCaller.keys();
    if (this.byCaller.size > CALLERS && oldest !== undefined) this.byCaller.delete(oldest);
  }
}
