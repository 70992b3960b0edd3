import { oneOf, type RawQuery, scalar, sinceOf, untilOf } from '@parapet/chassis';
import { Problem, VERDICTS } from '@parapet/contracts';
import type { ObservationDocument } from './observation.collection';
import { sortableTime } from './record-observation';

/** Which observations are meant: what they have, and between which times they were made. */
export interface ObservationRange {
  readonly equal: Partial<Pick<ObservationDocument, 'agent_id' | 'type' | 'verdict'>>;
  /** Bounds of `at`, both exclusive. */
  readonly above?: string;
  readonly below?: string;
}

/** Reads the filters. @throws Problem when one is not valid. */
export function observationRange(query: RawQuery): ObservationRange {
  const agentId = word(query, 'agent_id');
  const type = word(query, 'type');
  const verdict = oneOf(query, 'verdict', VERDICTS);
  const [since, until] = [sinceOf(query), untilOf(query)];
  return {
    equal: {
      ...(agentId !== undefined && { agent_id: agentId }),
      ...(type !== undefined && { type }),
      ...(verdict !== undefined && { verdict }),
    },
    ...(since !== undefined && since >= 0n && { above: sortableTime(since) }),
    ...(until !== undefined && { below: until < 0n ? '' : sortableTime(until + 1n) }),
  };
}

function word(query: RawQuery, name: string): string | undefined {
  const value = scalar(query, name);
  if (value === '' || (value !== undefined && value.length > 128))
    throw new Problem('bad_request', `${name} must have 1 to 128 characters`);
  return value;
}
