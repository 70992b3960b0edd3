import { isNext, type Versioned, versioned } from '../versioned';
import type {
  IssueEvent,
  IssueOccurrence,
  IssueOccurred,
  IssueStatus,
  IssueStatusEvent,
} from './issue';

/** What of an issue its status is, and which fact may change it next. Whoever asks no more of issues folds this alone. */
export interface IssueStanding extends Versioned {
  readonly status: IssueStatus;
  /** When, why and by whom the status was last changed. */
  readonly status_at: string;
  readonly status_by: string;
  readonly status_reason: string | null;
  /** For `ignored`: until when a new occurrence does not reopen it; null = for ever. */
  readonly ignored_until: string | null;
}

const STATUS_OF = {
  IssueAcknowledged: 'acknowledged',
  IssueResolved: 'resolved',
  IssueIgnored: 'ignored',
  IssueOpened: 'open',
} as const satisfies Record<IssueStatusEvent['type'], IssueStatus>;

/** When the last of its observations was received. */
const newest = ({ observations }: IssueOccurrence): string =>
  observations.reduce((last, { received_at }) => (received_at > last ? received_at : last), '');

/** Whether an occurrence reopens: one of its observations was received after the resolution, or after `until`. */
function reopens(state: IssueStanding, seen: IssueOccurrence): boolean {
  if (state.status === 'resolved') return newest(seen) > state.status_at;
  const { ignored_until } = state;
  return state.status === 'ignored' && ignored_until !== null && newest(seen) > ignored_until;
}

/** Opened by an occurrence: the first one, or one that reopens. */
export const opened = (state: IssueStanding | undefined, event: IssueOccurred): IssueStanding => ({
  ...versioned(state, (state?.version ?? 0) + 1, event.id),
  ...{ status: 'open', status_at: event.time, status_by: event.actor },
  ...{ status_reason: null, ignored_until: null },
});

const changed = (state: IssueStanding, event: IssueStatusEvent): IssueStanding => ({
  ...versioned(state, event.data.version, event.id),
  status: STATUS_OF[event.type],
  status_at: event.time,
  status_by: event.actor,
  status_reason: event.data.reason,
  ignored_until: event.type === 'IssueIgnored' ? event.data.until : null,
});

/** Folds one event into the standing of an issue; answers the same object when it changes nothing of that. */
export function evolveStanding(
  state: IssueStanding | undefined,
  event: IssueEvent,
): IssueStanding | undefined {
  if (event.type === 'IssueCreated' || event.type === 'IssueRecurred')
    return !state || reopens(state, event.data) ? opened(state, event) : state;
  if (!state || !isNext(state, event.data)) return state;
  return event.type in STATUS_OF ? changed(state, event) : state;
}
