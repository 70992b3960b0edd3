/** Wakes one sleeper: at once when rung (also when rung while it was awake), else when the time is over. */
export class Alarm {
  private rung = false;
  private wake: (() => void) | undefined;

  ring(): void {
    this.rung = true;
    this.wake?.();
  }

  async sleep(atMostMs: number): Promise<void> {
    if (!this.rung)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, atMostMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.wake = undefined;
    this.rung = false;
  }
}
