import { Injectable } from '@nestjs/common';

/** Answers null when ready, else a sentence that says what is missing. */
export type ReadinessCheck = () => string | null | Promise<string | null>;

/** What `/readyz` asks. Services add their checks while they are constructed. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, ReadinessCheck>();

  add(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** The names of all checks. */
  asked(): readonly string[] {
    return [...this.checks.keys()];
  }

  /** What is missing, by check; empty when ready. A check that throws is not ready; one that is left out is not asked. */
  async missing(leftOut: readonly string[] = []): Promise<Record<string, string>> {
    const missing: Record<string, string> = {};
    const checks = [...this.checks].filter(([name]) => !leftOut.includes(name));
    // Side by side: each may wait as long as a request does for what is away.
    const asked = checks.map(async ([name, check]) => [name, await reasonOf(check)] as const);
    for (const [name, reason] of await Promise.all(asked))
      if (reason !== null) missing[name] = reason;
    return missing;
  }
}

const reasonOf = (check: ReadinessCheck): Promise<string | null> =>
  Promise.resolve()
    .then(check)
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
