import { Unavailable } from '@parapet/contracts';
import type { AppendPart } from './append-part';
import { AWAY, isForbidden } from './kafka-errors';

/** How long a refusal counts: who is not ready may be asked for nothing that would find out that it does not hold any more. */
const COUNTS_MS = 10_000;

/** What a caller hears of a topic that Kafka does not let this process write to: somebody may give the permission back. */
export const mayNotWrite = (topic: string, cause: Error): Unavailable =>
  new Unavailable(
    `Kafka does not allow this process to write to topic ${topic}: KAFKA_USERNAME needs Write of it`,
    1,
    { told: AWAY, cause },
  );

interface Refused {
  readonly why: string;
  /** When it was refused last, by `performance.now()`. */
  at: number;
}

/** Knows the topics that this process may not write to any more. */
export class WritePermits {
  private readonly refused = new Map<string, Refused>();

  constructor(
    /** Hears why a topic cannot be written to, once until it can; then undefined. */
    private readonly onChange: (topic: string, why: string | undefined) => void,
  ) {}

  /** Takes what came of a part. */
  heard({ topic, base, failure }: Pick<AppendPart, 'topic' | 'base' | 'failure'>): void {
    const known = this.refused.get(topic);
    if (failure && isForbidden(failure)) {
      this.refused.set(topic, { why: failure.message, at: performance.now() });
      if (!known) this.onChange(topic, failure.message);
    } else if (known && base !== undefined) {
      this.refused.delete(topic);
      this.onChange(topic, undefined);
    }
  }

  /** @throws Unavailable when something was refused a moment ago */
  check(): void {
    for (const { why, at } of this.refused.values())
      if (performance.now() - at < COUNTS_MS) throw new Unavailable(why);
  }
}
