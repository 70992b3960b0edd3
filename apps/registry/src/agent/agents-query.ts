import { type ListSpec, oneOf, type RawQuery, scalar } from '@parapet/chassis';
import { AGENT_STATUSES, hostnameOf, PLATFORMS } from '@parapet/contracts';
import type { ShownNow } from './agent-views';
import { AGENTS, type StoredAgent } from './agent.collection';

/**
 * What a list of agents asks for. The status is known only at the moment of the question, and a text can be anywhere in a name: both are
 * part of the list's name, so that a cursor is tied to them.
 * @throws Problem for a filter that cannot be
 */
export function agentsQuery(query: RawQuery, now: Pick<ShownNow, 'status'>): ListSpec<StoredAgent> {
  const status = oneOf(query, 'status', AGENT_STATUSES);
  const platform = oneOf(query, 'platform', PLATFORMS);
  const cluster = scalar(query, 'cluster');
  const search = scalar(query, 'search')?.toLowerCase() ?? '';
  const keep = (agent: StoredAgent): boolean =>
    (status === undefined || now.status(agent) === status) && isCalled(agent, search);
  return {
    list: ['agents', status, search && ` ${search}`].filter(Boolean).join(' '),
    collection: AGENTS,
    equal: {
      ...(platform !== undefined && { platform }),
      ...(cluster !== undefined && { cluster }),
    },
    sort: 'created_at',
    long: (agent) => agent,
    // With as many labels as there may be, and as long ones, 2 MiB.
    atATime: 32,
    ...((status !== undefined || search !== '') && { keep }),
  };
}

/** @param search in small letters */
const isCalled = (agent: StoredAgent, search: string): boolean =>
  [agent.name, hostnameOf(agent), agent.id].some((text) => text.toLowerCase().includes(search));
