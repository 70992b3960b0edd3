import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  type Activity,
  type Agent,
  evolveToken,
  type Token,
  type TokenEvent,
  type Topic,
} from '@parapet/contracts';
import type { EventLog } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import type { UserCaller } from '../http/caller';
import { Table } from '../table/table';
import { TableSnapshot } from '../table/table-snapshot';
import type { ActivityTable } from './activity-table';
import { AgentHearings } from './agent-hearings';
import type { AgentTable } from './agent-table';
import { SeenAgents } from './seen-agents';

/**
 * Numbers of the folds that made what snapshots keep. To be raised whenever `evolveAgent`, `evolveActivity`, `hearAgent` or `evolveToken`
 * makes anything else of facts that were in logs before: a process then begins with a snapshot of its own fold alone.
 */
export const FOLDS = { agents: 4, sightings: 1, tokens: 2 } as const;

/** All user tokens, in memory, also by digest; revoked ones included. */
@Injectable()
export class TokenTable extends Table<Token, TokenEvent> implements OnApplicationShutdown {
  /** Ids: an ADMIN_TOKEN that is set again after it was revoked is a second token of one digest, as is one of the text of another token. */
  private readonly byDigest = new Map<string, readonly string[]>();

  constructor() {
    super('tokens', evolveToken);
    this.onChange((id, now, was) => {
      if (now && !was) this.byDigest.set(now.digest, [...this.idsOf(now.digest), id]);
    });
  }

  private idsOf(digest: string): readonly string[] {
    return this.byDigest.get(digest) ?? [];
  }

  /** Of several the one that lives; what the house set up before what a person made, which may do less and end. */
  withDigest(digest: string): Token | undefined {
    const tokens = this.idsOf(digest).flatMap((id) => this.get(id) ?? []);
    const live = tokens.filter(({ revoked_at }) => revoked_at === null);
    return live.find(({ origin }) => origin !== 'api') ?? live[0] ?? tokens.at(-1);
  }

  /** The token of somebody who was let in by it. */
  ofCaller({ tokenId }: UserCaller): Token {
    const token = this.get(tokenId);
    if (!token) throw new Error(`the token ${tokenId} let somebody in and is not known`);
    return token;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}

/** A table and its snapshot; of whatever it is. */
interface KeptTable {
  readonly table: Table<object, never>;
  readonly snapshot: TableSnapshot<object>;
}

/** All these tables, for whoever treats them alike, and their snapshots. */
@Injectable()
export class CredentialTables {
  readonly agents: AgentTable;
  readonly activities: ActivityTable;
  readonly agentSnapshot: TableSnapshot<Agent>;
  readonly activitySnapshot: TableSnapshot<Activity>;
  readonly tokenSnapshot: TableSnapshot<Token>;

  constructor(
    seen: SeenAgents,
    readonly tokens: TokenTable,
    store: ReadModel,
    { pauseMs }: AgentHearings,
  ) {
    this.agents = seen.agents;
    this.activities = seen.activities;
    // Which pause makes a silence is a part of the fold: who was told another one has heard otherwise.
    const heard = `${FOLDS.sightings}_${pauseMs ?? 'off'}`;
    this.agentSnapshot = new TableSnapshot(store, { topic: 'agents', fold: `${FOLDS.agents}` });
    this.activitySnapshot = new TableSnapshot(store, { topic: 'sightings', fold: heard });
    this.tokenSnapshot = new TableSnapshot(store, { topic: 'tokens', fold: `${FOLDS.tokens}` });
  }

  /** Each with its snapshot. */
  all(): readonly KeptTable[] {
    const { agents, activities, tokens } = this;
    return [
      { table: agents, snapshot: this.agentSnapshot },
      { table: activities, snapshot: this.activitySnapshot },
      { table: tokens, snapshot: this.tokenSnapshot },
    ] as readonly unknown[] as readonly KeptTable[];
  }

  /** Begins with what the snapshots have, and follows. @throws Unavailable */
  async open(log: EventLog): Promise<void> {
    await Promise.all(this.all().map(({ snapshot }) => snapshot.declare()));
    await Promise.all(this.all().map(({ table, snapshot }) => table.openFrom(log, snapshot)));
  }

  /** The table of this topic has applied all that is in it; at once for a topic that holds no credentials. */
  async caughtUp(topic: Topic): Promise<void> {
    if (topic === 'agents' || topic === 'tokens') await this[topic].caughtUp();
  }

  /** All that was in the log at this moment is known. @throws Unavailable */
  async allCaughtUp(): Promise<void> {
    await Promise.all(this.all().map(({ table }) => table.caughtUp()));
  }

  /** Why one of them is not well, else null. */
  failure(): string | null {
    return this.all().reduce<string | null>((why, { table }) => why ?? table.failure(), null);
  }
}
