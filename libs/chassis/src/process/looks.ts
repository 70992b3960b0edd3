import { everyInStep } from '@parapet/contracts';

/** Looks again and again, in step with other processes, one look at a time. */
export class Looks {
  private stopping = new AbortController();
  private stopLooking = (): void => undefined;
  private working: Promise<void> | undefined;

  /** @param look never fails */
  constructor(
    private readonly everyMs: number,
    private readonly look: () => Promise<void>,
  ) {}

  /** Aborts when a look that is under way is to leave the rest be. */
  get stop(): AbortSignal {
    return this.stopping.signal;
  }

  begin(): void {
    this.stopping = new AbortController();
    this.stopLooking = everyInStep(this.everyMs, () => {
      this.working ??= this.look().finally(() => (this.working = undefined));
    });
  }

  /** Resolves when the look that is under way has ended. */
  async end(): Promise<void> {
    this.stopLooking();
    this.stopping.abort();
    await this.working;
  }
}
