import { Injectable, Logger } from '@nestjs/common';
import type { RawRecord } from '@parapet/contracts';
import { EventLog, type Offsets, type Subscription } from '@parapet/eventlog';
import { AgentDesk } from './agent-desk';
import type { Desk } from './desk';
import { IssueDesk } from './issue-desk';
import { Changes, type News } from './news';
import { advanced, distance, type Place, type StreamTopic } from './place';
import { Teller } from './teller';

/** Facts that whoever resumes may have missed, at most; and issues that may wait to be told of. Beyond it lists say more. */
const MOST_MISSED = 10_000;

/** Who is to be told. */
export interface Hearer {
  /** Whether anybody listens: to nobody, nothing is told. */
  readonly isThere: () => boolean;
  readonly hear: (topic: StreamTopic, news: readonly News[]) => void;
  /** The documents are so far behind the log that nothing can be told for now. */
  readonly sendAway: () => void;
}

/** Up to where the lists of a desk have got, at most to these ends. @throws Unavailable */
async function listedOf({ progress }: Desk, ends: Offsets): Promise<Offsets> {
  const next = await Promise.all(ends.map((_, partition) => progress.next(partition)));
  return ends.map((end, partition) => Math.min(end, next[partition] ?? 0));
}

/** Where news of issues and agents come from, now and of before. */
@Injectable()
export class Sources {
  private readonly logger = new Logger('stream');
  readonly issues: Teller;
  readonly agents: Teller;
  private hearer: Hearer | undefined;
  private tail: Subscription | undefined;
  /** Next offset of `issues` per partition: everything below was noted. */
  private noted: Offsets = [];

  constructor(
    private readonly log: EventLog,
    issueDesk: IssueDesk,
    readonly agentDesk: AgentDesk,
  ) {
    this.issues = new Teller(issueDesk, (news) => this.hearer?.hear('issues', news));
    this.agents = new Teller(agentDesk, (news) => this.hearer?.hear('agents', news));
    agentDesk.onChange((id, place) => {
      if (this.hearer?.isThere()) this.agents.note(id, place);
    });
  }

  /** Begins to tell. @throws Unavailable */
  async start(hearer: Hearer): Promise<void> {
    this.hearer = hearer;
    this.noted = await this.log.ends('issues');
    this.tail = this.log.tail('issues', this.noted, (records) => this.note(records));
  }

  async stop(): Promise<void> {
    await this.tail?.close();
    await Promise.all([this.issues.stop(), this.agents.stop()]);
  }

  /** The ends of both topics. @throws Unavailable */
  async ends(): Promise<Omit<Place, 'at'>> {
    const [issues, agents] = await Promise.all([this.log.ends('issues'), this.log.ends('agents')]);
    return { issues, agents };
  }

  /** Of which topics everything that happened between a place and the ends can still be told. */
  tellable(place: Place, ends: Omit<Place, 'at'>): Readonly<Record<StreamTopic, boolean>> {
    return {
      issues: distance(place.issues, ends.issues) <= MOST_MISSED,
      agents: this.agentDesk.canTell(place),
    };
  }

  /** Everything of agents below these offsets was told to all who listen, or is not worth it; none while something waits to be told. */
  agentsTold(): Offsets {
    return this.agents.isIdle ? this.agentDesk.heard() : [];
  }

  /**
   * Where a client begins that reads the lists now: what is recorded and in no list yet is told to it. So much of it that it cannot be
   * told is left to the lists. @throws Unavailable
   */
  async begin({ issues, agents }: Omit<Place, 'at'>): Promise<Omit<Place, 'at'>> {
    const [listed, known] = await Promise.all([
      listedOf(this.issues.desk, issues),
      listedOf(this.agents.desk, agents),
    ]);
    const changed = this.agentDesk.since(known)?.length ?? Infinity;
    return {
      issues: distance(listed, issues) > MOST_MISSED ? issues : listed,
      agents: changed > MOST_MISSED ? agents : known,
    };
  }

  /**
   * What happened to issues between a place and what comes live from now on; in order. Once nobody wants it any more, it may be less.
   * @throws Unavailable when it is iterated
   */
  issuesSince(place: Offsets, isOver: () => boolean): () => Promise<ReturnType<Changes['take']>> {
    const ends = this.noted;
    return async () => {
      const changes = new Changes();
      for await (const records of this.log.read('issues', place, ends)) {
        if (isOver()) break;
        for (const { key, position } of records) changes.add(key, position);
      }
      return changes.take();
    };
  }

  private note(records: readonly RawRecord[]): void {
    for (const { key, position } of records) {
      this.noted = advanced(this.noted, position.partition, position.offset + 1);
      if (this.hearer?.isThere()) this.issues.note(key, position);
    }
    if (this.issues.behind <= MOST_MISSED) return;
    this.logger.warn('issues have not been readable for long: every stream is ended');
    this.issues.clear();
    this.hearer?.sendAway();
  }
}
