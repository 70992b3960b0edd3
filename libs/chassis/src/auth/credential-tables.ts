import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  type Agent,
  agentContext,
  type AgentEvent,
  evolveAgent,
  evolveToken,
  type Token,
  type TokenEvent,
  type Topic,
} from '@parapet/contracts';
import type { EventLog } from '@parapet/eventlog';
import { Table } from '../table/table';

/** All agents, in memory, also by the digest of their token. */
@Injectable()
export class AgentTable extends Table<Agent, AgentEvent> implements OnApplicationShutdown {
  private readonly byToken = new Map<string, Agent>();
  private readonly contexts = new WeakMap<Agent, string>();

  constructor() {
    super('agents', evolveAgent, (agent) => agent.deleted === true);
    this.onChange((_, now, was) => {
      if (was && was.token_digest !== now?.token_digest) this.byToken.delete(was.token_digest);
      if (now) this.byToken.set(now.token_digest, now);
    });
  }

  withToken(digest: string): Agent | undefined {
    return this.byToken.get(digest);
  }

  /** `agentContext(agent)` as JSON, made once per state of the agent. */
  contextJson(agent: Agent): string {
    const known = this.contexts.get(agent);
    if (known !== undefined) return known;
    const json = JSON.stringify(agentContext(agent));
    this.contexts.set(agent, json);
    return json;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}

/** All user tokens, in memory, also by digest; revoked ones included. */
@Injectable()
export class TokenTable extends Table<Token, TokenEvent> implements OnApplicationShutdown {
  private readonly byDigest = new Map<string, Token>();

  constructor() {
    super('tokens', evolveToken);
    this.onChange((_, now) => {
      if (now) this.byDigest.set(now.digest, now.revoked_at === null ? now : this.liveTwin(now));
    });
  }

  /** An ADMIN_TOKEN that is set again after it was revoked is a second token of one digest: the live one counts. */
  private liveTwin(revoked: Token): Token {
    for (const token of this.values())
      if (token.digest === revoked.digest && token.revoked_at === null) return token;
    return revoked;
  }

  withDigest(digest: string): Token | undefined {
    return this.byDigest.get(digest);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}

/** Both tables, for whoever treats them alike. */
@Injectable()
export class CredentialTables {
  constructor(
    readonly agents: AgentTable,
    readonly tokens: TokenTable,
  ) {}

  open(log: EventLog): void {
    this.agents.open(log);
    this.tokens.open(log);
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
