import { Injectable } from '@nestjs/common';
import {
  askedBy,
  Clock,
  Commands,
  findProjected,
  makeToken,
  tokenDigest,
  type UserCaller,
} from '@parapet/chassis';
import { type AgentEvent, type AgentMode, type Origin, Problem } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { AGENT_COMMANDS, AGENTS, type StoredAgent } from './agent.collection';
import type { NewAgentView } from './agent.http';
import { AgentCreation } from './agent-creation';
import { changeMode, deleteAgent, rotateToken } from './change-agent';
import type { AgentDescription } from './check-agent';

/** Changes agents: decides, appends, and answers when the change can be read and is obeyed. */
@Injectable()
export class AgentCommands {
  constructor(
    private readonly store: ReadModel,
    private readonly commands: Commands,
    private readonly clock: Clock,
    private readonly creation: AgentCreation,
  ) {}

  /**
   * @param key the `Idempotency-Key`, when there is one
   * @throws Problem `unprocessable`, `conflict` for a key that cannot be used so
   */
  create(
    description: AgentDescription,
    caller: UserCaller,
    key: string | undefined,
  ): Promise<NewAgentView> {
    if (key === undefined) return this.creation.create(description, caller);
    return this.creation.createOnce(description, caller, key);
  }

  /** @throws Problem `not_found` */
  async find(id: string): Promise<StoredAgent> {
    const agent = await findProjected(this.store, AGENTS, id);
    if (!agent)
      throw new Problem(
        'not_found',
        `There is no agent ${id}`,
        'GET /v1/agents has those there are',
      );
    return agent;
  }

  /** @throws Problem `not_found`; `conflict` when someone else was faster */
  async setMode(id: string, mode: AgentMode, caller: UserCaller): Promise<StoredAgent> {
    const { before, after } = await this.change(id, caller, (agent, origin) =>
      changeMode(agent, mode, origin),
    );
    if (after) return after;
    if (before.mode === mode) return before;
    throw new Problem(
      'not_found',
      `There is no agent ${id}`,
      'it was deleted at the same moment; POST /v1/agents makes a new one',
    );
  }

  /** Answers the new token. @throws Problem `not_found`; `conflict` when someone else was faster */
  async rotate(id: string, caller: UserCaller): Promise<string> {
    const token = makeToken('agent');
    const digest = tokenDigest(token);
    const { after } = await this.change(
      id,
      caller,
      (agent, origin) => rotateToken(agent, digest, origin),
      `POST /v1/agents/${id}/token once more gives it one that is shown`,
    );
    if (after) return token;
    throw new Problem(
      'not_found',
      `There is no agent ${id}`,
      'it was deleted at the same moment; POST /v1/agents makes a new one',
    );
  }

  /** @throws Problem `not_found`; `conflict` when someone else was faster */
  async delete(id: string, caller: UserCaller): Promise<void> {
    await this.change(id, caller, deleteAgent);
  }

  private async change(
    id: string,
    caller: UserCaller,
    decide: (agent: StoredAgent, origin: Origin) => AgentEvent | null,
    ifDone = '',
  ): Promise<{ before: StoredAgent; after: StoredAgent | undefined }> {
    const origin = askedBy(caller, this.clock);
    const { before, event } = await this.commands.decided(
      AGENT_COMMANDS,
      id,
      () => this.find(id),
      (agent) => decide(agent, origin),
    );
    if (!event) return { before, after: before };
    const after = await this.commands.run(AGENT_COMMANDS, id, event, ifDone);
    return { before, after };
  }
}
