/** A slice is this part of what is left of the limit, so that little is stranded in replicas when the limit is near. */
const PART = 64;
/** Requests in one slice, at most. */
const MOST = 1_000;

/**
 * Requests that one replica may hold back from the others: a slice, and the half of the one before at which it was asked for. At the
 * moment of the first 429 at least `limit - stranded * (replicas - 1)` requests of one each have passed.
 */
export const mostStranded = (limit: number): number => {
  const slice = Math.max(1, Math.min(Math.floor(limit / PART), MOST));
  return slice + Math.floor(slice / 2);
};

/** Adds to the counter that all replicas share; answers its new value. */
export type AddToShared = (by: number) => Promise<number>;

/**
 * What one replica may let pass of a limit without asking: a part that it has reserved at the shared counter. All slices together
 * never exceed the limit. The next one is asked for when half of the last is used up, beside the requests.
 */
export class Slice {
  private left = 0;
  private grant = 0;
  /** The shared counter, as this replica last saw it. */
  private reserved = 0;
  /** Let pass while the shared counter was away, which does not know of it. */
  private apart = 0;
  private asking: Promise<void> | undefined;

  constructor(
    private readonly limit: number,
    private readonly add: AddToShared,
  ) {}

  /**
   * Requests that are left of the limit as far as this replica knows: what others have reserved since it last asked is
   * not yet subtracted, and what they have reserved and not used is.
   */
  get remaining(): number {
    return this.unreserved + this.left;
  }

  /** Lets `cost` requests pass, or does not; null when that is not known without asking. `cost` 0 only asks. */
  takeKnown(cost: number): boolean | null {
    if (cost === 0) return this.remaining > 0;
    if (this.left < cost) return this.unreserved === 0 ? false : null;
    this.left -= cost;
    if (2 * this.left <= this.grant) this.askAhead();
    return true;
  }

  /** As `takeKnown`, but asks. Rejects when the shared counter is away. */
  async take(cost: number): Promise<boolean> {
    for (;;) {
      const known = this.takeKnown(cost);
      if (known !== null) return known;
      await this.ask(cost - this.left);
    }
  }

  /** As `takeKnown`, for when the shared counter is away: of what this replica knows to be left, for itself alone. */
  takeApart(cost: number): boolean {
    const known = this.takeKnown(cost);
    if (known !== null) return known;
    if (this.unreserved < cost) return false;
    this.apart += cost;
    return true;
  }

  /**
   * Takes back requests that it let pass: what the shared counter does not know of is its own again, the rest is everybody's. Rejects
   * when the shared counter is away: then those are missing.
   */
  async giveBack(cost: number): Promise<void> {
    const own = Math.min(cost, this.apart);
    this.apart -= own;
    const shared = cost - own;
    if (shared === 0) return;
    await this.add(-shared);
    this.reserved = Math.max(0, this.reserved - shared);
  }

  private get unreserved(): number {
    return Math.max(0, this.limit - this.reserved - this.apart);
  }

  private askAhead(): void {
    if (this.unreserved === 0 || this.asking) return;
    // Whoever needs the slice asks again and hears why there is none.
    this.ask(1).catch(() => undefined);
  }

  private ask(atLeast: number): Promise<void> {
    this.asking ??= this.reserve(atLeast).finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async reserve(atLeast: number): Promise<void> {
    const part = Math.floor(this.unreserved / PART);
    const size = Math.max(atLeast, 1, Math.min(part, MOST));
    const after = await this.add(size);
    this.grant = Math.min(size, Math.max(0, this.limit - this.apart - (after - size)));
    this.left += this.grant;
    this.reserved = Math.min(after, this.limit);
    // What others give back afterwards is theirs again, and not what makes up for this.
    if (size > this.grant) await this.add(this.grant - size);
  }
}
