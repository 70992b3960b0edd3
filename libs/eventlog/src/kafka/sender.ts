import { setTimeout as after } from 'node:timers/promises';
import { Unavailable } from '@parapet/contracts';
import type { AppendPart } from './append-part';
import { asUnavailable, isMovedLeader, isWrong } from './kafka-errors';
import type { Lane } from './lane';
import type { Lanes } from './lanes';

const TRIES = 3;
const BETWEEN_TRIES_MS = 50;

/**
 * Writes parts, each for itself: who leads the partition is looked up anew where that may have changed. Never with kafkajs'
 * idempotent producer: it acknowledges batches that were not written.
 */
export class Sender {
  constructor(private readonly lanes: Pick<Lanes, 'to' | 'moved'>) {}

  /** Resolves when the part has its base or its failure. */
  async send(part: AppendPart): Promise<void> {
    for (let tries = 1; ; tries++) {
      const error = await this.trial(part);
      if (!error) return;
      if (tries === TRIES) {
        part.failure = asUnavailable(error);
        return;
      }
      await after(BETWEEN_TRIES_MS);
    }
  }

  /** @returns the error when it is worth another try */
  private async trial(part: AppendPart): Promise<Error | undefined> {
    let lane: Lane | undefined;
    const error = await this.lanes.to(part).then(
      (found) => (lane = found).send(part),
      (thrown: unknown) => refused(part, thrown),
    );
    if (error instanceof Unavailable || isMovedLeader(error)) await this.lanes.moved(lane);
    return error;
  }
}

/** A topic that is refused is refused for good. */
function refused(part: AppendPart, thrown: unknown): Error | undefined {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (!isWrong(error)) return error;
  part.failure = error;
  return undefined;
}
