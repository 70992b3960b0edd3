import type { CommandTarget, Projected } from '@parapet/chassis';
import {
  type Agent,
  type AgentEvent,
  evolveAgent,
  type Platform,
  platformOf,
} from '@parapet/contracts';
import { collection } from '@parapet/readmodel';

/** An agent with the fields that lists filter by. */
export interface ListedAgent extends Agent {
  readonly platform: Platform;
  /** The label of that name. */
  readonly cluster?: string;
}

export type StoredAgent = Projected<ListedAgent>;

/** Agents that exist, and the graves of deleted ones. */
export const AGENTS = collection<StoredAgent>({
  name: 'agents',
  indexes: [
    { equal: [], sort: 'created_at' },
    { equal: ['platform'], sort: 'created_at' },
    { equal: ['cluster'], sort: 'created_at' },
    { equal: ['platform', 'cluster'], sort: 'created_at' },
  ],
});

export const AGENT_COMMANDS: CommandTarget<StoredAgent> = {
  topic: 'agents',
  projection: 'registry.agents',
  collection: AGENTS,
};

/** `evolveAgent`, and what lists filter by. */
export function evolveListed(
  state: ListedAgent | undefined,
  event: AgentEvent,
): ListedAgent | undefined {
  const now = evolveAgent(state, event);
  if (now === undefined || now === state) return state;
  const { cluster } = now.labels;
  return { ...now, platform: platformOf(now.kind), ...(cluster !== undefined && { cluster }) };
}
