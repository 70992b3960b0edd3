import { oneOf, type RawQuery, sinceOf, textOf, type TimeSpan, untilOf } from '@parapet/chassis';
import { LONGEST_TEXT, VERDICTS } from '@parapet/contracts';
import { soughtAs } from '@parapet/patterns';
import type { ObservationDocument } from './observation.collection';

type Equal = Partial<Pick<ObservationDocument, 'agent_id' | 'type' | 'verdict' | 'domain' | 'ip'>>;

/** Which observations are meant: what they have, and between which times they were made. */
export interface ObservationFilters extends TimeSpan {
  readonly equal: Equal;
  /** What else they have, one of these: each is read from an index of its own, and no observation is in two of them. */
  readonly parts: readonly Equal[];
  readonly asked: { readonly destination?: string };
}

/** Reads the filters of a query. @throws Problem when one is not valid. */
export function observationFilters(query: RawQuery): ObservationFilters {
  const agentId = textOf(query, 'agent_id', 128);
  const type = textOf(query, 'type', 128);
  const verdict = oneOf(query, 'verdict', VERDICTS);
  const destination = textOf(query, 'destination', LONGEST_TEXT);
  const equal = {
    ...(agentId !== undefined && { agent_id: agentId }),
    ...(type !== undefined && { type }),
    ...(verdict !== undefined && { verdict }),
  };
  return {
    equal,
    parts: partsOf(equal, destination),
    asked: destination === undefined ? {} : { destination },
    ...{ since: sinceOf(query), until: untilOf(query) },
  };
}

/**
 * Whether all that lies in the index of a destination, or of an agent, may have to be walked over: what else is asked for is not in it.
 */
export const isWalkedOver = ({ destination, agent_id, type, verdict }: RawQuery): boolean =>
  destination === undefined
    ? agent_id !== undefined && type !== undefined
    : (agent_id ?? type ?? verdict) !== undefined;

/** All have one index, and a destination has; what is asked for beyond that lies in the index of each verdict, a part in each. */
function partsOf(equal: Equal, destination: string | undefined): readonly Equal[] {
  if (destination !== undefined) return soughtAs(destination);
  const isInOne = equal.verdict !== undefined || Object.keys(equal).length === 0;
  return isInOne ? [{}] : VERDICTS.map((verdict) => ({ verdict }));
}
