import { oneOf, type RawQuery, scalar, sinceOf, type TimeSpan, untilOf } from '@parapet/chassis';
import { Problem, VERDICTS } from '@parapet/contracts';
import type { ObservationDocument } from './observation.collection';

/** Which observations are meant: what they have, and between which times they were made. */
export interface ObservationFilters extends TimeSpan {
  readonly equal: Partial<Pick<ObservationDocument, 'agent_id' | 'type' | 'verdict'>>;
}

/** Reads the filters of a query. @throws Problem when one is not valid. */
export function observationFilters(query: RawQuery): ObservationFilters {
  const agentId = word(query, 'agent_id');
  const type = word(query, 'type');
  const verdict = oneOf(query, 'verdict', VERDICTS);
  return {
    equal: {
      ...(agentId !== undefined && { agent_id: agentId }),
      ...(type !== undefined && { type }),
      ...(verdict !== undefined && { verdict }),
    },
    ...{ since: sinceOf(query), until: untilOf(query) },
  };
}

function word(query: RawQuery, name: string): string | undefined {
  const value = scalar(query, name);
  if (value === '' || (value !== undefined && value.length > 128))
    throw new Problem('bad_request', `${name} must have 1 to 128 characters`);
  return value;
}
