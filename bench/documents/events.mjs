import contracts from '../../libs/contracts/dist/index.js';
import identity from '../../apps/ingest/dist/observation/observation-identity.js';
import listing from '../../apps/ingest/dist/observation/list-observations.js';
import collections from '../../apps/ingest/dist/observation/observation.collection.js';
import placing from '../../apps/ingest/dist/observation/place-observation.js';
import { named, observation } from '../kit/observations.mjs';
import { halves, timeOf } from './halves.mjs';

const { canonicalJson, isoTime, sortableTime } = contracts;

const agentOf = halves(0, 'agent_busy', ...Array.from({ length: 997 }, (_, n) => `agent_${n}`));
const kindOf = halves(1, 'network_connection', 'dns_query', 'file_access', 'process_execution');
const verdictOf = halves(2, 'detected', 'allowed', 'blocked');

/** Stored observations, of about 330 bytes as they are sent, and their list. */
export const EVENTS = {
  collection: collections.observations(30 * 86_400_000),
  /** Half of all documents have each of them. */
  filters: { agent_id: 'agent_busy', type: 'connect', verdict: 'detected' },
  documentNumber: (i) => placing.documentOf([copy(i)]),
  /** What the route does, without HTTP. @returns `{ data, pagination }` */
  page: (store, query) => listing.listObservations(store, EVENTS.collection, query),
};

/** The ith of all observations as its record in the log says it. */
function copy(i) {
  const [agentId, kind, ms] = [agentOf(i), kindOf(i), timeOf(i)];
  const at = BigInt(ms) * 1_000_000n;
  const where = { command: 'curl https://api.example.net', ...named(`${i}.example.net`) };
  const told = { timestamp: isoTime(ms), verdict: verdictOf(i), ...where };
  const body = { ...observation(told), kind };
  const metadataJson = canonicalJson(body.metadata);
  return {
    ...{ id: identity.observationId({ agentId, kind, at, metadata: metadataJson }), agentId },
    ...{ at: sortableTime(at), receivedAt: isoTime(ms), metadataJson },
    body,
    ...{ position: `observations/0/${i}`, offset: i },
  };
}
