/** Wakes those who wait for something to change. */
export class Bell {
  private readonly waiting = new Set<() => void>();

  ring(): void {
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  /** Resolves at the next ring. */
  rung(): Promise<void> {
    return new Promise((resolve) => this.waiting.add(resolve));
  }
}
