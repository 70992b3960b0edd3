/** The time, injected, so that tests own it. */
export abstract class Clock {
  /** Milliseconds since 1970. */
  abstract now(): number;
  /** Milliseconds since any moment: nobody sets this one. */
  abstract elapsed(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
};
