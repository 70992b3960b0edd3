import type { DeliveryStatus } from '@parapet/contracts';

export const SCHEDULE_MS = [0, 5_000, 300_000, 1_800_000];
export const LEASE_MS = 30_000;
/** What a busy receiver asks for (s). */
export const BUSY_S = 60;

/** How a receiver answers: 2xx, 4xx or 5xx, 410, 429 with `Retry-After`, not at all, or by closing the connection. */
export const ANSWERS = ['taken', 'refused', 'failed', 'gone', 'busy', 'hangs', 'closed'] as const;
export type Answer = (typeof ANSWERS)[number];

/** What must be true of one delivery, naively. Times in milliseconds since 1970. */
export class Expected {
  webhook: 'on' | 'off' | 'deleted' = 'on';
  status: DeliveryStatus = 'pending';
  answer: Answer = 'taken';
  /** Requests that came, test events aside. */
  sent = 0;
  /** Attempts that the API knows of. */
  recorded = 0;
  /** Bounds of the next attempt, as planned when the last one failed. */
  due: readonly [number, number];
  /** Whoever claimed it has it until then. */
  leasedUntil = 0;
  /** A request that waits for its answer. */
  hanging = false;
  /** The sender dies before it has recorded the next result. */
  losesNext = false;
  logIsAway = false;
  /** A result that waits for the log. */
  waiting: Answer | null = null;
  private tries = 0;

  constructor(now: number) {
    this.due = [now, now];
  }

  /** Whoever sends looks what is due. */
  look(now: number): void {
    const free = !this.hanging && this.waiting === null && now >= this.leasedUntil;
    const due = this.status === 'pending' && now >= this.due[0];
    if (this.webhook !== 'on' || this.logIsAway || !free || !due) return;
    this.sent += 1;
    this.leasedUntil = now + LEASE_MS;
    if (this.answer === 'hangs') this.hanging = true;
    else this.ends(this.answer, now);
  }

  /** The attempt in flight has come to this. */
  ends(answer: Answer, now: number): void {
    this.hanging = false;
    this.waiting = this.logIsAway ? answer : null;
    if (this.waiting) return;
    const isLost = this.losesNext;
    this.losesNext = false;
    if (!isLost) this.record(answer, now);
    if (answer === 'gone') this.disable();
  }

  disable(): void {
    if (this.webhook === 'on') this.webhook = 'off';
    if (this.status === 'pending') this.status = 'given_up';
  }

  redeliver(now: number): void {
    [this.status, this.tries, this.leasedUntil] = ['pending', 0, 0];
    this.due = [now, now];
  }

  private record(answer: Answer, now: number): void {
    this.recorded += 1;
    this.tries += 1;
    this.leasedUntil = 0;
    if (answer === 'taken') this.status = 'succeeded';
    if (this.status !== 'pending') return;
    const wait = SCHEDULE_MS[this.tries];
    if (answer === 'gone' || wait === undefined) this.status = 'given_up';
    else this.due = bounds(answer, wait, SCHEDULE_MS[this.tries + 1] ?? wait, now);
  }
}

function bounds(answer: Answer, wait: number, after: number, now: number): [number, number] {
  const asked = answer === 'busy' ? Math.min(BUSY_S * 1000, after) : 0;
  return [now + Math.max(wait, asked), now + Math.max(wait * 1.1, asked)];
}
