import { lastMillisecondOf } from '@parapet/chassis';
import {
  isoTime,
  type Issue,
  type IssueStatus,
  type IssueStatusEvent,
  nanoseconds,
  Problem,
} from '@parapet/contracts';

/** What a person asks for. */
export interface StatusAsked {
  readonly status: IssueStatus;
  readonly reason: string | null;
  /** RFC 3339 with zone; only with `ignored`. */
  readonly until: string | null;
}

/** What is given of the world around the decision. */
export interface Asker {
  readonly eventId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Id of the token of whoever asks. */
  readonly actor: string;
}

type Known = Pick<Issue, 'id' | 'version' | 'status' | 'status_reason' | 'ignored_until'>;

/**
 * The event that gives an issue another status; null when it has that status already, for the same reason.
 * Any status may follow any other: people correct themselves.
 * @throws Problem when `until` is not right.
 */
export function changeIssueStatus(
  issue: Known,
  asked: StatusAsked,
  asker: Asker,
): IssueStatusEvent | null {
  const until = untilOf(asked, asker.now);
  const { status } = asked;
  const reason = asked.reason ?? (status === issue.status ? issue.status_reason : null);
  const same = status === issue.status && reason === issue.status_reason;
  if (same && until === issue.ignored_until) return null;
  const change = { issue_id: issue.id, version: issue.version + 1, reason };
  const meta = {
    ...{ id: asker.eventId, schema: 1, time: isoTime(asker.now) },
    ...{ actor: asker.actor, cause: null },
  };
  switch (status) {
    case 'open':
      return { ...meta, type: 'IssueOpened', data: change };
    case 'acknowledged':
      return { ...meta, type: 'IssueAcknowledged', data: change };
    case 'resolved':
      return { ...meta, type: 'IssueResolved', data: change };
    case 'ignored':
      return { ...meta, type: 'IssueIgnored', data: { ...change, until } };
  }
}

/** As the house writes times, so that it can be compared with when an observation was received. */
function untilOf({ status, until }: StatusAsked, now: number): string | null {
  if (until === null) return null;
  if (status !== 'ignored')
    throw new Problem(
      'bad_request',
      'until can only be given with status ignored',
      'leave until out, or send status: ignored',
    );
  const at = nanoseconds(until);
  if (at === null)
    throw new Problem(
      'bad_request',
      'until must be an RFC 3339 timestamp with zone, such as 2026-01-31T12:00:00Z',
    );
  const ms = Number(at / 1_000_000n);
  if (ms <= now)
    throw new Problem(
      'bad_request',
      'until must lie in the future',
      'leave it out to ignore for good',
    );
  return lastMillisecondOf(at);
}
