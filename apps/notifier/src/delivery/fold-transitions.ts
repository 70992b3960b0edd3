import {
  evolveIssue,
  type Issue,
  type IssueEvent,
  issueTransition,
  positionText,
  type Recorded,
} from '@parapet/contracts';
import type { FoldedIssue, ToldFact, Transition } from './transition.collection';

/** What a batch makes of the issues known before it. */
export interface Folded {
  readonly issues: ReadonlyMap<string, FoldedIssue>;
  readonly transitions: readonly Transition[];
}

/** Facts of an issue that are remembered, so that their copies are told as they were to be. */
const REMEMBERED = 8;

/**
 * Folds a batch of one partition. What a state has applied already is skipped: its transitions were written before it
 * was, so a replay makes the same ones or none. A fact that is appended again changes nothing any more, but whoever could not handle
 * the first copy of it is to find the same transition there.
 */
export function foldTransitions(
  before: ReadonlyMap<string, FoldedIssue>,
  records: readonly Recorded<IssueEvent>[],
): Folded {
  const issues = new Map(before);
  const transitions: Transition[] = [];
  for (const record of records) {
    const was = issues.get(record.key);
    const { offset } = record.position;
    if (was && was.applied >= offset) continue;
    const now = evolveIssue(was, record.event);
    if (!now) continue;
    const fresh = toldBy(record, was, now);
    const told = [...(was?.told ?? []), ...(fresh ? [fresh] : [])].slice(-REMEMBERED);
    issues.set(record.key, { ...now, evidence: [], applied: offset, told });
    const fact = told.find((known) => known.fact === record.event.id);
    if (fact) transitions.push(transition(record, now, fact));
  }
  return { issues, transitions };
}

/** What a fact makes that changes the issue; null when it makes nothing that is told. */
function toldBy(
  { position: { offset }, event }: Recorded<IssueEvent>,
  was: Issue | undefined,
  now: Issue,
): ToldFact | null {
  const kind = issueTransition(was, now);
  return kind && { fact: event.id, kind, version: now.version, time: event.time, offset };
}

function transition(
  { position }: Recorded<IssueEvent>,
  now: Issue,
  { kind, version, time, offset }: ToldFact,
): Transition {
  const { id: issue_id, title, severity, verdict, micro_context: context } = now;
  const said = { issue_id, version, title, severity, verdict, context, time };
  const first = offset === position.offset ? {} : { first: offset };
  return { id: positionText(position), kind, ...said, ...first };
}
