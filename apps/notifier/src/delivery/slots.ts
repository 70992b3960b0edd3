/** How many attempts may be in flight: per webhook, so that one that hangs slows no other, and in all. */
export class Slots {
  private readonly taken = new Map<string, number>();
  private all = 0;

  constructor(
    private readonly perWebhook: number,
    private readonly inAll: number,
  ) {}

  /** How many are free in all. */
  get free(): number {
    return this.inAll - this.all;
  }

  /** Takes as many as are free and answers how many that is; of the webhook no more than `most` are in flight then. */
  take(webhookId: string, most = Infinity): number {
    const taken = this.taken.get(webhookId) ?? 0;
    const ofWebhook = Math.min(this.perWebhook, most) - taken;
    const free = Math.max(0, Math.min(ofWebhook, this.free));
    if (free > 0) this.taken.set(webhookId, taken + free);
    this.all += free;
    return free;
  }

  give(webhookId: string, count: number): void {
    const left = (this.taken.get(webhookId) ?? 0) - count;
    if (left > 0) this.taken.set(webhookId, left);
    else this.taken.delete(webhookId);
    this.all -= count;
  }
}
