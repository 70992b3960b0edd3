import {
  compare,
  type CountedObservation,
  EVIDENCE_LIMIT,
  higherSeverity,
  type IssueOccurred,
  type IssueOccurrence,
  type MicroContext,
  type ObservationRecorded,
  positionText,
  type Recorded,
} from '@parapet/contracts';
import { evidenceOf } from './evidence';
import type { Finding } from './judge-observation';

/** Who opens issues that observations are. */
export const DETECTION = 'detection';

/** An observation and the issue that it is. */
export interface Judged {
  readonly record: Recorded<ObservationRecorded>;
  readonly finding: Finding;
}

/** What the decision is made from, besides the observations. */
export interface Belief {
  /** Ids of issues that are thought to exist. It may be wrong: the fold decides. */
  readonly known: { has(issueId: string): boolean };
  /** When an observation was first received that such an issue counted before; undefined where it counted none such. */
  readonly firstReceived: (issueId: string, observationId: string) => string | undefined;
  /** Offset in `policies` up to which (exclusive) rules were applied. */
  readonly judgedAt: number;
  readonly now: string;
  /** Makes the id of an event. */
  readonly nextId: () => string;
}

/** One event for each issue of the batch, in the order in which they first occur (`exactness.md`, rule 11). */
export function detectIssues(judged: readonly Judged[], belief: Belief): IssueOccurred[] {
  const byIssue = new Map<string, [Judged, ...Judged[]]>();
  for (const one of judged) {
    const same = byIssue.get(one.finding.issue_id);
    if (same) same.push(one);
    else byIssue.set(one.finding.issue_id, [one]);
  }
  return [...byIssue.values()].map((same) => eventOf(same, belief));
}

function eventOf(same: [Judged, ...Judged[]], belief: Belief): IssueOccurred {
  const data = occurrenceOf(same, belief);
  return {
    id: belief.nextId(),
    type: belief.known.has(data.issue_id) ? 'IssueRecurred' : 'IssueCreated',
    schema: 1,
    time: belief.now,
    actor: DETECTION,
    cause: positionText(same[0].record.position),
    data,
  };
}

/** The newest occurrence decides what the issue looks like; the highest severity stays, with the words that say why. */
function occurrenceOf(
  same: readonly [Judged, ...Judged[]],
  { judgedAt, firstReceived }: Belief,
): IssueOccurrence {
  const seen = inOrder(same, firstReceived);
  const newest = seen.at(-1) ?? same[0];
  const severity = same.map((one) => one.finding.severity).reduce(higherSeverity);
  const worst = seen.findLast((one) => one.finding.severity === severity) ?? newest;
  const { agent } = newest.record.event.data;
  const byId = new Map(seen.map(({ record }) => [record.event.data.observation_id, record]));
  const observations = [...byId.values()];
  return {
    ...newest.finding,
    ...{ severity, title: worst.finding.title, why: worst.finding.why },
    agent_id: agent.id,
    micro_context: contextOf(agent),
    judged_at: judgedAt,
    observations: observations.map(counted),
    evidence: observations.slice(-EVIDENCE_LIMIT).map((r) => evidenceOf(r.event.data)),
  };
}

/**
 * By when they were received, those of one time as they lie in the log. An observation is received when its first copy is: one that is
 * sent again is not seen again.
 */
function inOrder(same: readonly Judged[], firstReceived: Belief['firstReceived']): Judged[] {
  const first = new Map<string, string>();
  for (const { finding, record } of same) {
    const { observation_id: id, received_at } = record.event.data;
    first.set(id, earlier(received_at, first.get(id) ?? firstReceived(finding.issue_id, id)));
  }
  const seen = same.map((one) => receivedAt(one, first.get(one.record.event.data.observation_id)));
  return seen.sort((a, b) => compare(timeOf(a), timeOf(b)));
}

const earlier = (a: string, b = a): string => (b < a ? b : a);
const timeOf = ({ record }: Judged): string => record.event.data.received_at;

function receivedAt(one: Judged, received_at = timeOf(one)): Judged {
  if (timeOf(one) === received_at) return one;
  const { record, finding } = one;
  const data = { ...record.event.data, received_at };
  return { finding, record: { ...record, event: { ...record.event, data } } };
}

const counted = ({ position, event }: Recorded<ObservationRecorded>): CountedObservation => ({
  id: event.data.observation_id,
  position: positionText(position),
  received_at: event.data.received_at,
  kind: event.data.body.kind,
  timestamp: event.data.body.timestamp,
  verdict: event.data.body.verdict,
});

const contextOf = ({
  platform,
  cluster,
  node,
}: ObservationRecorded['data']['agent']): MicroContext => ({
  platform,
  ...(cluster !== undefined && { cluster }),
  ...(node !== undefined && { node }),
});
