import type { Evidence, Issue, IssueStanding } from '@parapet/contracts';
import type { Projected } from '@parapet/chassis';
import { type Collection, collection, type Document } from '@parapet/readmodel';
import type { ListedEvent } from './listed-event';

/** Which status an issue had, since when, why and by whom. */
export type PastStatus = Pick<
  IssueStanding,
  'status' | 'status_at' | 'status_by' | 'status_reason' | 'ignored_until'
>;

/** An issue as it is listed. Its evidence lies in a collection of its own, so that lists stay small. */
export interface IssueDocument extends Projected<Omit<Issue, 'evidence'>> {
  /** How many observations were counted, each once. */
  readonly occurrences: number;
  /** Offset of the event that created it; left out of documents from before streams. */
  readonly born?: number;
  /** Offset of the last event that changed what is shown; void ones do not. */
  readonly changed?: number;
  /** Where it went: the domain, or the address where there is none. */
  readonly destination?: string;
  /** The statuses before this one, oldest first; left out where there was none. */
  readonly past?: readonly PastStatus[];
}

/**
 * Every combination of severity, verdict and status, newest first. Of one agent, or one destination, there are few enough to look
 * at all of them: an index for each combination with those would cost every issue that is made.
 */
export const ISSUES = collection<IssueDocument>({
  name: 'issues',
  indexes: [
    { equal: [], sort: 'created_at' },
    { equal: ['severity'], sort: 'created_at' },
    { equal: ['verdict'], sort: 'created_at' },
    { equal: ['status'], sort: 'created_at' },
    { equal: ['severity', 'verdict'], sort: 'created_at' },
    { equal: ['severity', 'status'], sort: 'created_at' },
    { equal: ['verdict', 'status'], sort: 'created_at' },
    { equal: ['severity', 'verdict', 'status'], sort: 'created_at' },
    {
      ...{ equal: ['agent_id'], sort: 'created_at' },
      also: ['destination', 'severity', 'verdict', 'status'],
      late: true,
    },
    {
      equal: ['destination'],
      sort: 'created_at',
      also: ['severity', 'verdict', 'status'],
      late: true,
    },
  ],
});

/** The newest observations of an issue, oldest first. */
export type EvidenceDocument = Projected<{
  readonly id: string;
  readonly evidence: readonly Evidence[];
}>;

export const ISSUE_EVIDENCE = collection<EvidenceDocument>({ name: 'issue_evidence', indexes: [] });

/** That an observation was counted for an issue: there is at most one for each pair. */
export interface OccurrenceDocument extends Document {
  readonly issue_id: string;
  /** Offset in the issue's partition of `issues` that made this document: only that event counts the observation. */
  readonly counted_at: number;
  /** Offset of the event that `event` is copied from, the newest; left out of documents from before copies were told apart. */
  readonly shown_at?: number;
  /** `sortableTime` of the observation's timestamp. */
  readonly at: string;
  readonly received_at: string;
  /** When the document was made: it is kept from then on, so that a rebuild counts as exactly as the first time. */
  readonly kept_from: string;
  readonly event: ListedEvent;
}

/** Copies of an observation may come as late as its topic keeps them; this is the margin after that. */
const MARGIN_MS = 7 * 86_400_000;

/** Occurrences are kept as long as observations are, and a margin. */
export const occurrences = (retentionMs: number): Collection<OccurrenceDocument> =>
  collection<OccurrenceDocument>({
    name: 'issue_occurrences',
    indexes: [{ equal: ['issue_id'], sort: 'at', late: true }],
    expire: { field: 'kept_from', afterMs: retentionMs + MARGIN_MS },
  });
