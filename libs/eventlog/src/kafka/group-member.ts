import { inStep, unlessAborted } from '@parapet/contracts';
import { Backoff, type Delays, type DeliveryLogger, pause } from '../delivery/delivery-options';
import { GroupSession, type Membership, SESSION_MS } from './group-session';
import { asError, isHopeless, typeOf } from './kafka-errors';

const BEAT_MS = 1_000;
const AGAIN: Delays = { firstMs: 100, maxMs: 1_000 };
/** How long closing waits for a join or a farewell. */
const FAREWELL_MS = 1_000;
/** How long it waits for anything else that Kafka was asked. */
const PATIENCE_MS = 3_000;

/** What a member does and whom it tells. */
export interface MemberHouse {
  readonly logger: DeliveryLogger;
  /** Works on one partition until `signal` aborts, and finishes what is in hand. */
  readonly work: (partition: number, session: GroupSession, signal: AbortSignal) => Promise<void>;
  /** Hears that the member can never go on. */
  readonly onLost: (error: Error) => void;
}

/**
 * A member of a consumer group, for as long as it is wanted: joins, works on the partitions it is given, says every second
 * that it lives, and when the group changes finishes the batches in hand and joins again. Whatever happens to Kafka, it tries
 * until it is a member again.
 */
export class GroupMember {
  private readonly stop = new AbortController();
  private readonly life: Promise<void>;
  private joining = true;
  /** By what the group knows it, also when its last join failed; empty while it does not. */
  private memberId = '';

  constructor(
    private readonly of: Membership,
    private readonly house: MemberHouse,
  ) {
    this.life = this.live().catch((error: unknown) => this.lost(error));
  }

  /** Finishes the batches in hand, stores their progress, leaves the group. */
  async close(): Promise<void> {
    this.stop.abort();
    // A join may have to wait for others: it is given up, and the group is told over another connection.
    const impatient = setTimeout(() => this.joining && this.of.link.cut(), FAREWELL_MS);
    const late = setTimeout(() => this.of.link.cut(), PATIENCE_MS);
    await this.life;
    clearTimeout(impatient);
    clearTimeout(late);
    this.of.link.close();
  }

  private async live(): Promise<void> {
    while (!this.stop.signal.aborted) {
      this.joining = true;
      const session = await this.join();
      this.joining = false;
      if (session) await this.serve(session);
    }
    await this.leave();
  }

  /** @returns undefined when it is being closed. */
  private async join(): Promise<GroupSession | undefined> {
    const backoff = new Backoff(AGAIN);
    for (let tries = 1; !this.stop.signal.aborted; tries++) {
      try {
        return await GroupSession.join(this.of, this.memberId, (id) => (this.memberId = id));
      } catch (error) {
        if (typeOf(error) === 'UNKNOWN_MEMBER_ID') this.memberId = '';
        else if (tries === 3) this.say(error);
        if (isHopeless(error)) {
          await this.leave();
          throw error;
        }
        await backoff.wait(this.stop.signal);
      }
    }
    return undefined;
  }

  /** Works on the partitions of one generation until it is over or the member is closed. */
  private async serve(session: GroupSession): Promise<void> {
    const over = new AbortController();
    const { partitions } = session;
    const work = Promise.all(partitions.map((p) => this.house.work(p, session, over.signal)));
    const broken = Promise.withResolvers<never>();
    work.catch((error: unknown) => broken.reject(error));
    try {
      const ends = AbortSignal.any([session.ended, this.stop.signal, over.signal]);
      await Promise.race([unlessAborted(ends, this.untilOver(session, ends)), broken.promise]);
    } finally {
      over.abort();
    }
    await this.beatUntil(session, work);
  }

  /** Says that the member lives, until it is no member any more, or is being closed. */
  private async untilOver(session: GroupSession, ends: AbortSignal): Promise<void> {
    let heard = performance.now();
    while (!ends.aborted && performance.now() - heard < SESSION_MS) {
      await pause(inStep(BEAT_MS), ends);
      if (!ends.aborted && (await beat(session))) heard = performance.now();
    }
  }

  /** What is in hand may take longer than a session: the group waits for who says that he lives. */
  private async beatUntil(session: GroupSession, work: Promise<unknown>): Promise<void> {
    const finished = new AbortController();
    const done = work.finally(() => finished.abort());
    while (!finished.signal.aborted) {
      await pause(inStep(BEAT_MS), finished.signal);
      if (!finished.signal.aborted) await unlessAborted(finished.signal, beat(session));
    }
    await done;
  }

  /** Lets the others have the partitions at once: by itself the group would find out when its session ends. */
  private async leave(): Promise<void> {
    if (this.memberId === '') return;
    const late = new AbortController();
    const left = GroupSession.leave(this.of, this.memberId).catch(() => undefined);
    await Promise.race([left, pause(FAREWELL_MS, late.signal)]);
    late.abort();
  }

  private say(error: unknown): void {
    const { topic, group } = this.of;
    this.house.logger.warn({ err: error, topic, group }, 'joining a group: trying until it works');
  }

  private lost(error: unknown): void {
    const { topic, group } = this.of;
    this.house.logger.error({ err: error, topic, group }, 'a consumer cannot go on');
    this.house.onLost(asError(error));
  }
}

/** @returns false when Kafka did not answer, or said no: `session.ended` tells whether for good. */
async function beat(session: GroupSession): Promise<boolean> {
  try {
    await session.heartbeat();
    return true;
  } catch (error) {
    if (isHopeless(error)) throw error;
    return false;
  }
}
