import {
  eventId,
  type IssueCreated,
  type IssueEvent,
  type IssueOccurrence,
  type IssueRecurred,
  type IssueResolved,
  isoTime,
  type Recorded,
} from '@parapet/contracts';

const meta = <T extends string>(type: T, time: string) => ({
  ...{ id: eventId(), type, schema: 1, time },
  ...{ actor: 'detection', cause: null },
});

const occurrence = (issueId: string, receivedAt: string): IssueOccurrence => ({
  issue_id: issueId,
  title: 'Unexpected connection to bad.example',
  severity: 'high',
  verdict: 'detected',
  agent_id: 'agent_1',
  micro_context: { platform: 'kubernetes', node: 'node-1' },
  details: { domain: 'bad.example' },
  why: { reason: 'no policy allows it', policy: null },
  subject: { platform: 'kubernetes', labels: {}, verdict: 'detected' },
  judged_at: 0,
  observations: [
    {
      ...{ id: 'event_1', position: 'observations/0/1', received_at: receivedAt },
      ...{ kind: 'network_connection', timestamp: receivedAt, verdict: 'detected' },
    },
  ],
  evidence: [],
});

/** An issue that is new, unless the fold says otherwise. */
export const issueCreated = (issueId: string, time = isoTime(Date.now())): IssueCreated => ({
  ...meta('IssueCreated', time),
  data: occurrence(issueId, time),
});

/** The issue seen again at `time`. */
export const issueRecurred = (issueId: string, time: string): IssueRecurred => ({
  ...meta('IssueRecurred', time),
  data: occurrence(issueId, time),
});

/** The issue resolved by hand, as the given version of its status. */
export const issueResolved = (issueId: string, version: number, time: string): IssueResolved => ({
  ...meta('IssueResolved', time),
  data: { issue_id: issueId, version, reason: null },
});

/** The fact as the log would hand it out. */
export const recordedAt = <E extends IssueEvent>(
  event: E,
  offset: number,
  partition = 0,
): Recorded<E> => ({
  position: { topic: 'issues', partition, offset },
  key: event.data.issue_id,
  event,
});
