import { Injectable } from '@nestjs/common';
import {
  askedBy,
  Clock,
  Commands,
  KeyedCreations,
  makeToken,
  tokenDigest,
  type UserCaller,
} from '@parapet/chassis';
import { type AgentCreated, randomId } from '@parapet/contracts';
import { AGENT_COMMANDS } from './agent.collection';
import type { NewAgentView } from './agent.http';
import type { AgentDescription } from './check-agent';
import { createAgent } from './create-agent';

/** Creates agents, each with its first token. */
@Injectable()
export class AgentCreation {
  constructor(
    private readonly keyed: KeyedCreations,
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {}

  async create(description: AgentDescription, caller: UserCaller): Promise<NewAgentView> {
    const [id, token] = [randomId('agent'), makeToken('agent')];
    const fresh = { id, tokenDigest: tokenDigest(token) };
    const event = createAgent(fresh, description, askedBy(caller, this.clock));
    const ifDone = `POST /v1/agents/${id}/token gives it a token`;
    await this.commands.run(AGENT_COMMANDS, id, event, ifDone);
    return { id, token, created_at: event.time };
  }

  /**
   * With an `Idempotency-Key`: a repetition is answered as the first request was, whatever became of the agent since.
   * @throws Problem `unprocessable`, `conflict`
   */
  async createOnce(
    description: AgentDescription,
    caller: UserCaller,
    key: string,
  ): Promise<NewAgentView> {
    const request = { caller: caller.tokenId, route: 'POST /v1/agents', key } as const;
    const { id, token: derivedToken } = await this.keyed.derived(AGENT_COMMANDS, 'agent', request);
    const token = derivedToken('agent');
    const fact = (requestDigest: string): AgentCreated => {
      const fresh = { id, tokenDigest: tokenDigest(token), requestDigest };
      return createAgent(fresh, description, askedBy(caller, this.clock));
    };
    const { time } = await this.keyed.once({ target: AGENT_COMMANDS, id, description, fact });
    return { id, token, created_at: time };
  }
}
