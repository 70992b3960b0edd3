import type { AgentContext } from '../agent/agent';
import type { ObservationRecorded } from './observation.events';

type Observed = ObservationRecorded['data'];

const [AGENT, BODY] = [',"agent":', ',"body":'];
/** Agents that are remembered, and how long the text of one may be. */
const [MOST, LONGEST] = [2_048, 2_048];

/** Agents by the text that they were parsed from: one sends thousands of observations, and its text is a third of each. */
const agents = new Map<string, AgentContext>();

/**
 * Parses the data of an `ObservationRecorded`. Those of one agent share the object that says who it is, as long as it stays what it is.
 * @throws SyntaxError when the text is not JSON
 */
export function parseObservation(json: string): Observed {
  const from = json.indexOf(AGENT);
  const to = json.indexOf(BODY, from);
  if (from === -1 || to === -1) return JSON.parse(json);
  try {
    const agent = agentOf(json.slice(from + AGENT.length, to));
    const rest: Omit<Observed, 'agent'> = JSON.parse(json.slice(0, from) + json.slice(to));
    return { ...rest, agent };
  } catch {
    // What looks like the end of the agent may lie within it, as the name of a label.
    return JSON.parse(json);
  }
}

/** @throws SyntaxError when the text is not a whole one */
function agentOf(text: string): AgentContext {
  const known = agents.get(text);
  if (known) return known;
  const agent: AgentContext = JSON.parse(text);
  if (text.length > LONGEST) return agent;
  if (agents.size >= MOST) agents.clear();
  // A copy: a part of a text keeps the whole of it in memory.
  agents.set(Buffer.from(text).toString(), agent);
  return agent;
}
