import type { Pace } from '../health/pace';

/** How many attempts may be in flight. */
export interface SlotLimits {
  readonly perWebhook: number;
  /** To webhooks of this pace and of worse ones together; to prompt ones, which are the best, what there is in all. */
  readonly upTo: Readonly<Record<Pace, number>>;
}

interface Taken {
  pace: Pace;
  count: number;
}

/**
 * How many attempts may be in flight: per webhook, so that one that hangs slows no other, in all, and of all a part to those that are
 * slow, so that however many hang, they slow no other.
 */
export class Slots {
  private readonly taken = new Map<string, Taken>();
  private readonly byPace: Record<Pace, number> = { slow: 0, unknown: 0, prompt: 0 };

  /** @param used how many are used up otherwise */
  constructor(
    private readonly limits: SlotLimits,
    private readonly used: () => number = () => 0,
  ) {}

  /** How many are free to webhooks of this pace; to prompt ones, how many in all. */
  freeTo(pace: Pace): number {
    const { upTo } = this.limits;
    const { slow, unknown, prompt } = this.byPace;
    const inAll = upTo.prompt - this.used() - slow - unknown - prompt;
    if (pace === 'prompt') return inAll;
    const free = Math.min(inAll, upTo.unknown - slow - unknown);
    return pace === 'unknown' ? free : Math.min(free, upTo.slow - slow);
  }

  /** Takes as many as are free for a webhook of this pace, and answers how many that is; no more than `most` of it are in flight then. */
  take(webhookId: string, pace: Pace, most = Infinity): number {
    this.refile(webhookId, pace);
    const { count } = this.taken.get(webhookId) ?? { count: 0 };
    const ofWebhook = Math.min(this.limits.perWebhook, most) - count;
    const free = Math.max(0, Math.min(ofWebhook, this.freeTo(pace)));
    if (free === 0) return 0;
    this.taken.set(webhookId, { pace, count: count + free });
    this.byPace[pace] += free;
    return free;
  }

  give(webhookId: string, count: number): void {
    const taken = this.taken.get(webhookId);
    if (!taken) return;
    this.byPace[taken.pace] -= count;
    taken.count -= count;
    if (taken.count <= 0) this.taken.delete(webhookId);
  }

  /** What a webhook has taken counts as of the pace that it has now. */
  private refile(webhookId: string, pace: Pace): void {
    const taken = this.taken.get(webhookId);
    if (!taken || taken.pace === pace) return;
    this.byPace[taken.pace] -= taken.count;
    this.byPace[pace] += taken.count;
    taken.pace = pace;
  }
}
