/**
 * Does some work, and takes the time for which it waited. A while in which this process did not run, because the machine was busy or
 * stood still, is hardly counted: no work can be held to a bound in it.
 */
export function awake<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly ms: number }>;

/** Resolves when this process has run for so long (ms), by the same count. */
export function awakeFor(ms: number): Promise<void>;
