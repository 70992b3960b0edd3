import { asRead } from '@parapet/chassis';
import {
  evolveIssue,
  type Issue,
  type IssueEvent,
  mergeEvidence,
  type Recorded,
} from '@parapet/contracts';
import type { Change } from '@parapet/readmodel';
import { isOccurrence } from './count-occurrences';
import { destinationIn } from './destination-in';
import type { EvidenceDocument, IssueDocument } from './issue.collection';

/** Evidence lies in its own collection: the fold of an issue here goes without. */
const withoutEvidence = (event: IssueEvent): IssueEvent =>
  isOccurrence(event) ? { ...event, data: { ...event.data, evidence: [] } } : event;

const SHOWN = ['version', 'last_seen', 'verdict', 'severity', 'title'] as const;

/** Whether an event that counted nothing shows all the same: it changed the status, or a copy of what was counted says otherwise. */
const shownOtherwise = (was: Issue | undefined, now: Issue): boolean =>
  SHOWN.some((field) => now[field] !== was?.[field]);

/** With the status that stands, as many as are shown. */
const PAST_LIMIT = 49;

function pastOf(was: IssueDocument | undefined, now: Issue): Pick<IssueDocument, 'past'> {
  if (!was) return {};
  const { past, status, status_at, status_by, status_reason, ignored_until } = was;
  if (now.version === was.version) return past ? { past } : {};
  const last = { status, status_at, status_by, status_reason, ignored_until };
  return { past: [...(past ?? []), last].slice(-PAST_LIMIT) };
}

function whereTo({ details }: Issue): Pick<IssueDocument, 'destination'> {
  const destination = destinationIn(details);
  return destination === undefined ? {} : { destination };
}

function evolveDocument(
  was: IssueDocument | undefined,
  { position, event }: Recorded<IssueEvent>,
  counted: number,
): IssueDocument | undefined {
  const before: Issue | undefined = was && { ...was, evidence: [] };
  const now = evolveIssue(before, withoutEvidence(event));
  if (!now) return undefined;
  const { evidence: _, ...rest } = now;
  const { offset } = position;
  return {
    ...rest,
    ...whereTo(now),
    ...pastOf(was, now),
    applied: offset,
    occurrences: (was?.occurrences ?? 0) + counted,
    ...(!was && { born: offset }),
    ...((counted > 0 || shownOtherwise(before, now)) && { changed: offset }),
  };
}

/**
 * The issues after the events of one partition, each event once by its position. Answers only those that changed.
 * @param counts how many observations each event counts, by offset.
 */
export function foldIssues(
  before: ReadonlyMap<string, IssueDocument>,
  records: readonly Recorded<IssueEvent>[],
  counts: ReadonlyMap<number, number>,
): IssueDocument[] {
  const after = new Map(before);
  for (const record of records) {
    const was = after.get(record.key);
    if (was && was.applied >= record.position.offset) continue;
    const now = evolveDocument(was, record, counts.get(record.position.offset) ?? 0);
    if (now) after.set(record.key, now);
  }
  return [...after.values()].filter((now) => now !== before.get(now.id));
}

/** Folds for nothing. @throws what the folds of these events throw */
export function refuseUnfoldable(
  before: ReadonlyMap<string, IssueDocument>,
  records: readonly Recorded<IssueEvent>[],
): void {
  foldIssues(before, records, new Map());
  for (const { event } of records) evolveEvidence(undefined, event);
}

/** The change that stores an issue, made only if the stored one is still the one that was read. */
export function storeIssue(
  now: IssueDocument,
  was: IssueDocument | undefined,
): Change<IssueDocument> {
  const { id } = now;
  const guard = asRead(was);
  return was ? { id, set: now, guard } : { id, insert: now, guard };
}

/** The newest evidence of an issue after one more event. */
export function evolveEvidence(
  state: Omit<EvidenceDocument, 'applied'> | undefined,
  event: IssueEvent,
): Omit<EvidenceDocument, 'applied'> | undefined {
  if (!isOccurrence(event)) return state;
  const { issue_id: id, evidence } = event.data;
  return { id, evidence: mergeEvidence(state?.evidence ?? [], evidence) };
}
