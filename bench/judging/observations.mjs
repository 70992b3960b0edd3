import contracts from '../../libs/contracts/dist/index.js';
import recording from '../../apps/ingest/dist/observation/record-observation.js';
import { clock, observation } from '../kit/observations.mjs';
import { metBy, policiesOf, sameNumbers, subjectOf, unknown } from './policies.mjs';

const { eventId } = contracts;
const { recordObservation } = recording;

const RULES = 1_000;
const AGENTS = 24;
/** One observation in ten is an issue, of this many. */
const [ISSUE_EVERY, ISSUES] = [10, 1_000];

/** The policies that all of it is judged by: 1,000 rules. */
export const POLICIES = policiesOf(RULES);

const ALLOWING = POLICIES.filter(({ type }) => type === 'allow');
const EVERYWHERE = ALLOWING.filter(({ selector }) => !selector);
const agents = ALLOWING.filter(({ selector }) => selector)
  .slice(0, AGENTS)
  .map((policy, n) => {
    const context = { id: `agent_${n}`, ...subjectOf(policy, n), hostname: `host-${n}` };
    const json = JSON.stringify({ ...context, node: context.hostname, mode: 'detect' });
    return { id: context.id, json, policies: [policy, ...EVERYWHERE] };
  });

/** What the nth observation is about: an issue, allowed by a rule, or allowed by the agent. @returns `[verdict, where]` */
function seen(n, { policies }, below) {
  if (n % ISSUE_EVERY === 0) return ['detected', unknown((n / ISSUE_EVERY) % ISSUES)];
  if (n % 2 === 0) return ['allowed', unknown(n)];
  const { rules } = policies[below(2) * below(policies.length)];
  return ['detected', metBy(rules[below(rules.length)].pattern)];
}

/**
 * Observations of 24 agents as the house records them: one in ten is an issue (of 1,000), of the others one half is allowed by a
 * rule, one by the agent.
 * @returns what `EventLog.append` takes
 */
export function* recordedObservations(count) {
  const below = sameNumbers(11);
  const now = clock();
  for (let n = 0; n < count; n += 1) {
    const agent = agents[below(agents.length)];
    const [verdict, where] = seen(n, agent, below);
    const told = { timestamp: now(), verdict, command: `curl -s ${n}` };
    const body = observation({ ...told, ...where });
    const from = { agentId: agent.id, agentJson: agent.json };
    const text = JSON.stringify(body);
    yield recordObservation({ ...from, body, text }, Date.now(), eventId()).event;
  }
}
