import { type Caller, callerKey } from './caller';

/** What refusals may weigh that a caller gets as fast as it asks, over all its connections; and what is remembered at most. */
const [FREE, MOST] = [100, 200];

/** What each caller was refused lately: every request that was right makes good for a refusal of weight 1. */
export class CallerRefusals {
  private readonly byCaller = new Map<string, number>();

  /** Takes note of an answer; a weight of 0 is none that refuses. Answers whether the caller has been refused too often. */
  tooOften(caller: Caller, weight: number): boolean {
    const key = callerKey(caller);
    const before = this.byCaller.get(key) ?? 0;
    const now = Math.min(before + (weight || -1), MOST);
    if (now > 0) this.byCaller.set(key, now);
    else if (before > 0) this.byCaller.delete(key);
    return weight > 0 && now > FREE;
  }
}
