import { oneOf, type RawQuery, sinceOf, textOf, type TimeSpan, untilOf } from '@parapet/chassis';
import { VERDICTS } from '@parapet/contracts';
import type { ObservationDocument } from './observation.collection';

/** Which observations are meant: what they have, and between which times they were made. */
export interface ObservationFilters extends TimeSpan {
  readonly equal: Partial<Pick<ObservationDocument, 'agent_id' | 'type' | 'verdict'>>;
}

/** Reads the filters of a query. @throws Problem when one is not valid. */
export function observationFilters(query: RawQuery): ObservationFilters {
  const agentId = textOf(query, 'agent_id', 128);
  const type = textOf(query, 'type', 128);
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
