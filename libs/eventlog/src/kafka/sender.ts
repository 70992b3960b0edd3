import { setTimeout as after } from 'node:timers/promises';
import { Unavailable } from '@parapet/contracts';
import type { AppendPart } from './append-part';
import { asUnavailable, isMovedLeader, isWrong } from './kafka-errors';
import type { Lane } from './lane';
import type { Lanes } from './lanes';

const TRIES = 3;
const BETWEEN_TRIES_MS = 50;
/** How long nothing is tried of a partition whose replicas were late: what waited meanwhile is told so. */
const REST_MS = 500;

/**
 * Writes parts, each for itself: who leads the partition is looked up anew where that may have changed. Never with kafkajs'
 * idempotent producer: it acknowledges batches that were not written.
 */
export class Sender {
  /** Partitions whose replicas were late when they were written last, with the time (of `performance.now()`) until when they rest. */
  private readonly late = new Map<string, number>();

  constructor(private readonly lanes: Pick<Lanes, 'to' | 'moved' | 'join'>) {}

  /** Resolves when the part has its base or its failure. */
  async send(part: AppendPart): Promise<void> {
    const name = `${part.topic}/${part.partition}`;
    const restsUntil = this.late.get(name);
    if (restsUntil !== undefined && performance.now() < restsUntil) {
      part.failure = new Unavailable(`Kafka is away: replicas of ${name} are late`);
      return;
    }
    await this.insist(part, restsUntil === undefined ? undefined : name);
    if (part.isLate) this.late.set(name, performance.now() + REST_MS);
    else if (part.base !== undefined && this.late.delete(name)) this.lanes.join(name);
  }

  private async insist(part: AppendPart, alone: string | undefined): Promise<void> {
    for (let tries = 1; ; tries++) {
      const error = await this.trial(part, alone);
      if (!error) return;
      if (tries === TRIES) {
        part.failure = asUnavailable(error);
        return;
      }
      await after(BETWEEN_TRIES_MS);
    }
  }

  /** @returns the error when it is worth another try */
  private async trial(part: AppendPart, alone: string | undefined): Promise<Error | undefined> {
    let lane: Lane | undefined;
    const error = await this.lanes.to(part, alone).then(
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
