import {
  evolveIssue,
  type Issue,
  type IssueEvent,
  issueTransition,
  positionText,
  type Recorded,
} from '@parapet/contracts';
import type { FoldedIssue, Transition } from './transition.collection';

/** What a batch makes of the issues known before it. */
export interface Folded {
  readonly issues: ReadonlyMap<string, FoldedIssue>;
  readonly transitions: readonly Transition[];
}

/**
 * Folds a batch of one partition. What a state has applied already is skipped: its transitions were written before it
 * was, so a replay makes the same ones or none.
 */
export function foldTransitions(
  before: ReadonlyMap<string, FoldedIssue>,
  records: readonly Recorded<IssueEvent>[],
): Folded {
  const issues = new Map(before);
  const transitions: Transition[] = [];
  for (const record of records) {
    const was = issues.get(record.key);
    if (was && was.applied >= record.position.offset) continue;
    const now = evolveIssue(was, record.event);
    if (!now) continue;
    issues.set(record.key, { ...now, evidence: [], applied: record.position.offset });
    const told = transition(record, was, now);
    if (told) transitions.push(told);
  }
  return { issues, transitions };
}

function transition(
  { position, event }: Recorded<IssueEvent>,
  was: Issue | undefined,
  now: Issue,
): Transition | null {
  const kind = issueTransition(was, now);
  if (kind === null) return null;
  const { id: issue_id, version, title, severity, verdict, micro_context: context } = now;
  const said = { issue_id, version, title, severity, verdict, context };
  return { id: positionText(position), kind, ...said, time: event.time };
}
