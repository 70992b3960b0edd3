import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
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
import { AgentHearings } from './agent-hearings';
import { AgentTable } from './agent-table';

/**
 * Numbers of the folds that made what snapshots keep. To be raised whenever `evolveAgent`, `hearAgent` or `evolveToken` makes anything
 * else of facts that were in logs before: a process then begins with a snapshot of its own fold alone.
 */
export const FOLDS = { agents: 3, tokens: 2 } as const;

/** All user tokens, in memory, also by digest; revoked ones included. */
@Injectable()
export class TokenTable extends Table<Token, TokenEvent> implements OnApplicationShutdown {
  /** Ids: an ADMIN_TOKEN that is set again after it was revoked is a second token of one digest. */
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

  /** Of two the one that lives. */
  withDigest(digest: string): Token | undefined {
    const tokens = this.idsOf(digest).map((id) => this.get(id));
    return tokens.find((token) => token?.revoked_at === null) ?? tokens.at(-1);
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

/** Both tables, for whoever treats them alike, and their snapshots. */
@Injectable()
export class CredentialTables {
  readonly agentSnapshot: TableSnapshot<Agent>;
  readonly tokenSnapshot: TableSnapshot<Token>;

  constructor(
    readonly agents: AgentTable,
    readonly tokens: TokenTable,
    store: ReadModel,
    { pauseMs }: AgentHearings,
  ) {
    // Which pause makes a silence is a part of the fold: who was told another one has heard otherwise.
    const heard = `${FOLDS.agents}_${pauseMs ?? 'off'}`;
    this.agentSnapshot = new TableSnapshot(store, { topic: 'agents', fold: heard });
    this.tokenSnapshot = new TableSnapshot(store, { topic: 'tokens', fold: `${FOLDS.tokens}` });
  }

  /** Begins with what the snapshots have, and follows. @throws Unavailable */
  async open(log: EventLog): Promise<void> {
    await Promise.all([this.agentSnapshot.declare(), this.tokenSnapshot.declare()]);
    await Promise.all([
      this.agents.openFrom(log, this.agentSnapshot),
      this.tokens.openFrom(log, this.tokenSnapshot),
    ]);
  }

  /** The table of this topic has applied all that is in it; at once for a topic that holds no credentials. */
  async caughtUp(topic: Topic): Promise<void> {
    if (topic === 'agents' || topic === 'tokens') await this[topic].caughtUp();
  }

  /** Why one of them is not well, else null. */
  failure(): string | null {
    return this.agents.failure() ?? this.tokens.failure();
  }
}
