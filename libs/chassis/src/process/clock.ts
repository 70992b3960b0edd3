/** The time, injected, so that tests own it. */
export abstract class Clock {
  /** Milliseconds since 1970. */
  abstract now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
