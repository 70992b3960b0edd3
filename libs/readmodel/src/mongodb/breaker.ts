import { Unavailable } from '@parapet/contracts';

/** How often a store that is away is asked whether it is back. */
const PROBE_EVERY_MS = 250;

export interface BreakerOptions {
  /** Answers when the store does. */
  readonly probe: () => Promise<unknown>;
  /** Hears when it goes away and when it is back. */
  readonly onChange: (away: boolean, why: unknown) => void;
}

/**
 * Keeps callers from waiting for a store that is known to be away: after one call has found out, the next are refused at once, until
 * a probe is answered.
 */
export class Breaker {
  private away = false;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly options: BreakerOptions) {}

  /** @throws Unavailable while the store is known to be away. */
  pass(): void {
    if (this.away) throw new Unavailable('The read model is away.');
  }

  /** A call met a store that is away. */
  trip(why: unknown): void {
    if (this.away || this.closed) return;
    this.away = true;
    this.options.onChange(true, why);
    this.probeLater();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private probeLater(): void {
    this.timer = setTimeout(() => void this.probe(), PROBE_EVERY_MS);
    this.timer.unref();
  }

  private async probe(): Promise<void> {
    try {
      await this.options.probe();
      if (this.closed) return;
      this.away = false;
      this.options.onChange(false, undefined);
    } catch {
      if (!this.closed) this.probeLater();
    }
  }
}
