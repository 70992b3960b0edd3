import {
  type CountedObservation,
  type Evidence,
  type IssueEvent,
  type IssueOccurred,
  type IssueOccurrence,
  nanoseconds,
  type Recorded,
  sortableTime,
} from '@parapet/contracts';
import type { Change } from '@parapet/readmodel';
import type { OccurrenceDocument } from './issue.collection';
import { type ListedEvent, listedEvent } from './listed-event';

/** An occurrence as it is made. */
type NewOccurrence = Required<OccurrenceDocument>;

/** Whether an event counts observations. */
export const isOccurrence = (event: IssueEvent): event is IssueOccurred =>
  event.type === 'IssueCreated' || event.type === 'IssueRecurred';

/** Id of the document that says that an issue counts an observation. */
export const occurrenceId = (issueId: string, observationId: string): string =>
  `${issueId}/${observationId}`;

/** One document for each pair of issue and observation in these records: counted by the first that carries it, shown as by the last. */
export function occurrencesOf(
  records: readonly Recorded<IssueEvent>[],
  keptFrom: string,
): NewOccurrence[] {
  const documents = records.flatMap(({ position, event }) =>
    isOccurrence(event) ? documentsOf(event.data, position.offset, keptFrom) : [],
  );
  const byId = new Map<string, NewOccurrence>();
  for (const last of documents) {
    const first = byId.get(last.id);
    const { event, shown_at } = last;
    byId.set(last.id, first ? { ...first, event: shownAs(first.event, event), shown_at } : last);
  }
  return [...byId.values()];
}

function documentsOf(data: IssueOccurrence, offset: number, keptFrom: string): NewOccurrence[] {
  const evidence = new Map(data.evidence.map((copy) => [copy.id, copy]));
  return data.observations.map((observation) => ({
    id: occurrenceId(data.issue_id, observation.id),
    issue_id: data.issue_id,
    counted_at: offset,
    shown_at: offset,
    at: sortableTime(nanoseconds(observation.timestamp) ?? 0n),
    received_at: observation.received_at,
    kept_from: keptFrom,
    event: listedEvent(evidence.get(observation.id) ?? withoutMetadata(observation), data.agent_id),
  }));
}

const withoutMetadata = ({ position: _, ...seen }: CountedObservation): Evidence => ({
  ...seen,
  metadata: {},
  truncated: true,
});

/** A copy as it is shown: with the metadata of the one before it where none, or not all, of its own was kept. */
const shownAs = (before: ListedEvent, copy: ListedEvent): ListedEvent =>
  copy.truncated ? { ...before, verdict: copy.verdict } : copy;

/** What must be known of a stored occurrence. */
export const STORED_FIELDS = ['counted_at', 'shown_at', 'event'] as const;
type StoredOccurrence = Pick<OccurrenceDocument, (typeof STORED_FIELDS)[number]>;

/** The changes by which occurrences that are stored already are shown as the newest copy of their observation says. */
export function shownAnew(
  documents: readonly NewOccurrence[],
  stored: ReadonlyMap<string, StoredOccurrence>,
): Change<OccurrenceDocument>[] {
  return documents.flatMap(({ id, event, shown_at }) => {
    const was = stored.get(id);
    if (!was || (was.shown_at ?? was.counted_at) >= shown_at) return [];
    const set = { event: shownAs(was.event, event), shown_at };
    return [{ id, set, guard: { field: 'shown_at', below: shown_at } }];
  });
}

/**
 * How many observations each event counts, by its offset: those whose document it made, now or in an earlier attempt
 * (`exactness.md`, rule 11).
 * @param countedAt offset stored with the occurrence of this id, when it was there already.
 */
export function countByOffset(
  documents: readonly OccurrenceDocument[],
  inserted: readonly boolean[],
  countedAt: (id: string) => number | undefined,
): Map<number, number> {
  const counts = new Map<number, number>();
  documents.forEach((document, i) => {
    const owner = inserted[i] ? document.counted_at : countedAt(document.id);
    if (owner !== undefined) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  });
  return counts;
}
