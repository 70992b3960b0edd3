/** Clocks of processes may differ by so much. */
export const CLOCKS_APART_MS = 300_000;

/**
 * Whether a time lies so far ahead of now that the clock which told it must have been set back since: further than clocks of processes
 * differ. Milliseconds.
 */
export const isAhead = (at: number, now: number): boolean => at - now > CLOCKS_APART_MS;
