/** A clock that is further ahead than this of what it was has been set, or was never right. */
const LEAP_MS = 86_400_000;
/** Somebody, or the time server, sets it right sooner. */
const STEADY_MS = 1_800_000;

/** Two clocks, in milliseconds: `now` since 1970, which people and time servers set; `elapsed` since any moment, which nobody does. */
interface Clocks {
  now(): number;
  elapsed?(): number;
}

/**
 * The time by which something is removed for ever, or what people set up is undone. A clock that has leapt ahead by more than a day is
 * believed only after half an hour in which it stayed there; until then time goes on from where it was. A machine that starts with a
 * wrong clock, or is given one for a moment, destroys nothing by it.
 */
export class BelievedTime {
  /** What was believed last, and when. */
  private last: { readonly time: number; readonly at: number };
  private leaptAt: number | undefined;

  /**
   * @param known a time that is past by all that is known, milliseconds since 1970; -Infinity where nothing is.
   * @param leaps whether a clock that is set back by more than a day is believed at once: it removes nothing.
   */
  constructor(
    private readonly clocks: Clocks,
    known: number,
    private readonly leaps: 'ahead' | 'either way' = 'ahead',
  ) {
    this.last = { time: known, at: this.elapsed() };
  }

  /** Milliseconds since 1970; null while there is nothing to be believed. */
  get(): number | null {
    const [told, at] = [this.clocks.now(), this.elapsed()];
    const expected = this.last.time + at - this.last.at;
    const leapt = this.leaps === 'ahead' ? told - expected : Math.abs(told - expected);
    if (leapt <= LEAP_MS) return this.believe(told, at);
    this.leaptAt ??= at;
    if (at - this.leaptAt >= STEADY_MS) return this.believe(told, at);
    return expected === -Infinity ? null : expected;
  }

  private elapsed(): number {
    return this.clocks.elapsed?.() ?? performance.now();
  }

  private believe(time: number, at: number): number {
    this.last = { time, at };
    this.leaptAt = undefined;
    return time;
  }
}
