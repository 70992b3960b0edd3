/** So long a sender says nothing: a quarter of the time after which its agent, by default, counts as disconnected. */
const QUIET_MS = 30_000;
/** The first time less: somebody may have set it up just now, and looks. A short file is over by then. */
const FIRST_MS = 1_000;

/** Signs that a sender gives while it has nothing to send. */
export class SignsOfLife {
  private quietMs = FIRST_MS;

  /**
   * @param give gives one, and never fails; the signal aborts when it is not needed any more
   * @param wait resolves after so many milliseconds, or when the signal aborts
   */
  constructor(
    private readonly give: (over: AbortSignal) => Promise<void>,
    private readonly wait: (ms: number, over: AbortSignal) => Promise<void>,
  ) {}

  /** Waits for what comes, and gives a sign each time that takes long. Afterwards nothing is under way. */
  async until<T>(coming: Promise<T>): Promise<T> {
    const over = new AbortController();
    void this.during(over.signal);
    try {
      return await coming;
    } finally {
      over.abort();
      this.quietMs = QUIET_MS;
    }
  }

  private async during(over: AbortSignal): Promise<void> {
    for (;;) {
      await this.wait(this.quietMs, over);
      if (over.aborted) return;
      this.quietMs = QUIET_MS;
      await this.give(over);
    }
  }
}
