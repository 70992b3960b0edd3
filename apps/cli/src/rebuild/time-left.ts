/** As fast as it went in this time it is thought to go on. */
const WINDOW_MS = 30_000;
/** Of a shorter time nothing can be told. */
const ENOUGH_MS = 2_000;

interface Sample {
  readonly at: number;
  readonly done: number;
}

/**
 * Estimates the seconds that are left of some work, each time it is told how far that is; null where that cannot be told.
 * @param now milliseconds of a clock that only goes on
 */
export function timeLeft(now: () => number): (done: number, total: number) => number | null {
  let samples: readonly Sample[] = [];
  return (done, total) => {
    const at = now();
    // Work that is behind what it was has begun anew.
    const recent = samples.filter((s) => at - s.at <= WINDOW_MS && s.done <= done);
    samples = [...recent, { at, done }];
    const [first = { at, done }] = recent;
    if (at - first.at < ENOUGH_MS || done === first.done) return null;
    return Math.round(((total - done) * (at - first.at)) / (done - first.done) / 1_000);
  };
}
