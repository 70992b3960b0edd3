export interface Fuzzing {
  readonly baseUrl: string;
  /** A user token with every permission. */
  readonly userToken: string;
  readonly agentToken: string;
  /** At most so many test cases an operation and phase. */
  readonly examples: number;
  /** The same seed asks the same of a house in the same state. */
  readonly seed: number;
}

/**
 * Lets Schemathesis loose on every route that a running house describes, with every check. Installs it the first time.
 * @returns whether it found anything, and all that it said: each finding with a `curl` that does it again
 * @throws Advice, a sentence that says what to do, where it cannot be had
 */
export function fuzz(what: Fuzzing): Promise<{ readonly found: boolean; readonly output: string }>;
