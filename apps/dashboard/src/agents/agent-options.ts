import type { AgentView } from '../api/generated/types.gen';
import { visible } from '../components/visible';
import { isCalled } from './agents.search';

/** An agent that can be chosen. */
export interface AgentOption {
  /** Its id. */
  readonly value: string;
  readonly label: string;
}

type Found = Pick<AgentView, 'id' | 'name' | 'hostname' | 'status' | 'platform' | 'cluster'>;

const AN_ID = /^agent_[\w-]+$/;

/**
 * The agents that can be chosen of those that were found, maybe for another text than is written by now. An id can always be, for of
 * an agent that is no more there is still what it sent.
 */
export function agentOptions(found: readonly Found[], written: string): readonly AgentOption[] {
  const text = written.trim();
  const called = found.filter((agent) => isCalled(agent, text.toLowerCase()));
  const options = called.map(({ id, hostname }) => optionOf(id, hostname));
  const isOther = AN_ID.test(text) && called.every(({ id }) => id !== text);
  return isOther ? [...options, optionOf(text, text)] : options;
}

export const optionOf = (id: string, called: string): AgentOption => ({
  value: id,
  label: visible(called),
});
