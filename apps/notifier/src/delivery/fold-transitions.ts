import {
  evolveIssue,
  type Issue,
  type IssueEvent,
  issueTransition,
  positionText,
  type Recorded,
} from '@parapet/contracts';
import type { Filtered, FoldedIssue, ToldFact, Transition } from './transition.collection';

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
    const seen = seenAs(was, now);
    const fresh = toldBy(record, was, { ...now, seen });
    const told = [...(was?.told ?? []), ...(fresh ? [fresh] : [])].slice(-REMEMBERED);
    issues.set(record.key, { ...now, evidence: [], applied: offset, told, seen });
    const fact = told.find((known) => known.fact === record.event.id);
    if (fact) transitions.push(transition(record, now, fact));
  }
  return { issues, transitions };
}

const filtered = ({ severity, verdict, micro_context: context }: Issue): Filtered => ({
  ...{ severity, verdict, context },
});

const isSame = (a: Filtered, b: Filtered): boolean =>
  a.severity === b.severity &&
  a.verdict === b.verdict &&
  a.context?.platform === b.context?.platform &&
  a.context?.cluster === b.context?.cluster;

const seenBefore = (was: FoldedIssue | undefined): readonly Filtered[] =>
  was ? (was.seen ?? [filtered(was)]) : [];

/** As what an issue was seen so far. While it asks for no attention, nothing new is seen. */
function seenAs(was: FoldedIssue | undefined, now: Issue): readonly Filtered[] {
  const before = seenBefore(was);
  const last = filtered(now);
  const isSettled = now.status === 'resolved' || now.status === 'ignored';
  return isSettled || before.some((one) => isSame(one, last)) ? before : [...before, last];
}

/** What a fact makes that changes the issue; null when it makes nothing that is told. */
function toldBy(
  { position: { offset }, event }: Recorded<IssueEvent>,
  was: FoldedIssue | undefined,
  now: Issue & Required<Pick<FoldedIssue, 'seen'>>,
): ToldFact | null {
  const kind = issueTransition(was, now);
  const before = seenBefore(was);
  const isNew = was !== undefined && now.seen.length > before.length;
  if (!kind && !isNew) return null;
  const { version } = now;
  return { fact: event.id, kind, version, time: event.time, offset, ...(isNew && { before }) };
}

function transition(
  { position }: Recorded<IssueEvent>,
  now: Issue,
  { kind, version, time, offset, before }: ToldFact,
): Transition {
  const { id: issue_id, title } = now;
  const said = { issue_id, version, title, ...filtered(now), time };
  const first = offset === position.offset ? {} : { first: offset };
  return { id: positionText(position), kind, ...said, ...first, ...(before && { before }) };
}
