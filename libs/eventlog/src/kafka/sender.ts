import { setTimeout as after } from 'node:timers/promises';
import { Unavailable } from '@parapet/contracts';
import type { AppendPart } from './append-part';
import { asError, asUnavailable, isMovedLeader, isWrong } from './kafka-errors';
import type { Lane } from './lane';
import type { Lanes } from './lanes';
import type { WritePermits } from './write-permits';

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

  constructor(
    private readonly lanes: Pick<Lanes, 'to' | 'moved' | 'join'>,
    private readonly permits: Pick<WritePermits, 'heard'>,
  ) {}

  /** Resolves when the part has its base or its failure. */
  async send(part: AppendPart): Promise<void> {
    const name = `${part.topic}/${part.partition}`;
    const restsUntil = this.late.get(name);
    if (restsUntil !== undefined && performance.now() < restsUntil) {
      part.failure = new Unavailable(`Kafka is away: replicas of ${name} are late`);
      return;
    }
    await this.insist(part, restsUntil === undefined ? undefined : name);
    this.permits.heard(part);
    if (part.isLate) this.late.set(name, performance.now() + REST_MS);
    else if (part.base !== undefined && this.late.delete(name)) this.lanes.join(name);
  }

  private async insist(part: AppendPart, alone: string | undefined): Promise<void> {
    let failed: Failed | undefined;
    for (let tries = 1; tries <= TRIES; tries++) {
      if (failed) await this.lookAgain(failed);
      const now = await this.trial(part, alone, failed);
      if (!now) return;
      if (now === failed) break;
      failed = now;
    }
    if (failed) part.failure = asUnavailable(failed.error);
  }

  /** @returns nothing when the part is settled; what failed `before` where there is no other way to try */
  private async trial(
    part: AppendPart,
    alone: string | undefined,
    before: Failed | undefined,
  ): Promise<Failed | undefined> {
    const lane = await this.laneFor(part, alone);
    if (lane instanceof Error)
      return part.failure ? undefined : { error: lane, lane: undefined, isSilent: false };
    // A lane tries by itself, and may have written it each time.
    if (before?.isSilent && before.lane === lane) return before;
    const error = await lane.send(part);
    return error && { error, lane, isSilent: error instanceof Unavailable };
  }

  private async lookAgain({ error, lane }: Failed): Promise<void> {
    await after(BETWEEN_TRIES_MS);
    if (error instanceof Unavailable || isMovedLeader(error)) await this.lanes.moved(lane);
  }

  /** The lane, or why there is none; a topic that is refused is not asked for again. */
  private async laneFor(part: AppendPart, alone: string | undefined): Promise<Lane | Error> {
    try {
      return await this.lanes.to(part, alone);
    } catch (thrown) {
      const error = asError(thrown);
      if (isWrong(error)) part.failure = asUnavailable(error);
      return error;
    }
  }
}

/** A try that was worth another one. */
interface Failed {
  readonly error: Error;
  readonly lane: Lane | undefined;
  /** Whether the broker did not answer. */
  readonly isSilent: boolean;
}
