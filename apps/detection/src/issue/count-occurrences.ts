import {
  type CountedObservation,
  type Evidence,
  type IssueEvent,
  type IssueOccurrence,
  nanoseconds,
  type Recorded,
} from '@parapet/contracts';
import type { OccurrenceDocument } from './issue.collection';
import { listedEvent } from './listed-event';

/** Whether an event counts observations. */
export const isOccurrence = (
  event: IssueEvent,
): event is Extract<IssueEvent, { data: IssueOccurrence }> =>
  event.type === 'IssueCreated' || event.type === 'IssueRecurred';

/** Id of the document that says that an issue counts an observation. */
export const occurrenceId = (issueId: string, observationId: string): string =>
  `${issueId}/${observationId}`;

/** One document for each pair of issue and observation in these records, made by the first that carries it. */
export function occurrencesOf(
  records: readonly Recorded<IssueEvent>[],
  keptFrom: string,
): OccurrenceDocument[] {
  const documents = records.flatMap(({ position, event }) =>
    isOccurrence(event) ? documentsOf(event.data, position.offset, keptFrom) : [],
  );
  const byId = new Map<string, OccurrenceDocument>();
  for (const document of documents) if (!byId.has(document.id)) byId.set(document.id, document);
  return [...byId.values()];
}

function documentsOf(
  data: IssueOccurrence,
  offset: number,
  keptFrom: string,
): OccurrenceDocument[] {
  const evidence = new Map(data.evidence.map((copy) => [copy.id, copy]));
  return data.observations.map((observation) => ({
    id: occurrenceId(data.issue_id, observation.id),
    issue_id: data.issue_id,
    counted_at: offset,
    at: String(nanoseconds(observation.timestamp) ?? 0n).padStart(20, '0'),
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
