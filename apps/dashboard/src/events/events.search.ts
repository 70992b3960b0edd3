import type { ListedEvent } from '../api/generated/types.gen';
import { oneOf, text, time } from '../api/from-address';

export type EventVerdict = ListedEvent['verdict'];
export const EVENT_VERDICTS: readonly EventVerdict[] = ['allowed', 'detected', 'blocked'];

/** What of the events is shown, as the address says it. */
export interface EventsSearch {
  readonly type?: string;
  readonly agent_id?: string;
  readonly verdict?: EventVerdict;
  readonly destination?: string;
  /** ISO; exclusive. */
  readonly since?: string;
  /** ISO; inclusive. */
  readonly until?: string;
}

export const eventsSearch = (search: Record<string, unknown>): EventsSearch => ({
  type: text(search['type']),
  agent_id: text(search['agent_id']),
  verdict: oneOf(EVENT_VERDICTS, search['verdict']),
  destination: text(search['destination']),
  since: time(search['since']),
  until: time(search['until']),
});
