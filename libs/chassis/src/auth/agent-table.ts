import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Agent, agentContext, type AgentEvent, evolveAgent } from '@parapet/contracts';
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
