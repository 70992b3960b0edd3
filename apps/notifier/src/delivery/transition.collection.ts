import type { Projected } from '@parapet/chassis';
import {
  type Issue,
  type IssueTransition,
  type IssueVerdict,
  type MicroContext,
  type Severity,
  TOPICS,
} from '@parapet/contracts';
import { collection } from '@parapet/readmodel';

/** What filters of webhooks look at. */
export interface Filtered {
  readonly severity: Severity;
  readonly verdict: IssueVerdict;
  /** Of its agent, as far as known; what was kept before there were filters lacks it. */
  readonly context?: MicroContext;
}

/** That a fact made a transition: it may be appended again later, and is told then as it was to be told at first. */
export interface ToldFact extends Pick<Transition, 'kind' | 'version' | 'time' | 'before'> {
  /** Id of the fact. */
  readonly fact: string;
  readonly offset: number;
}

/** The notifier's own fold of issues; what it never tells (evidence) is left empty. */
export type FoldedIssue = Projected<Issue> & {
  /** The last ones, newest last, at most 8. */
  readonly told?: readonly ToldFact[];
  /** As what it was seen while it was open or acknowledged, each once; what was folded before that was noted lacks it. */
  readonly seen?: readonly Filtered[];
};

export const FOLDED_ISSUES = collection<FoldedIssue>({ name: 'notifier_issues', indexes: [] });

/** A change of an issue that webhooks may be told of; `id` is the position of the fact that made it. */
export interface Transition extends Filtered {
  readonly id: string;
  /** Null where its status stays as it is, and it is seen as something that it was not seen as before. */
  readonly kind: IssueTransition | null;
  readonly issue_id: string;
  /** Version of the issue's status that it made. */
  readonly version: number;
  readonly title: string;
  /** As what it was seen before, where it is seen so for the first time: whose filter let nothing of that through hears of it now. */
  readonly before?: readonly Filtered[];
  /** The fact's time. */
  readonly time: string;
  /** Of what was appended again (parked before, or by chance): offset of the first copy of the fact. */
  readonly first?: number;
}

/** Kept as long as deliveries are: an older fact is never told. */
export const TRANSITIONS = collection<Transition>({
  name: 'notifier_transitions',
  indexes: [],
  expire: { field: 'time', afterMs: TOPICS.deliveries.retentionMs },
});
