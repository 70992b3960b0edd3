import type { LogEvent } from '../event';
import type { Platform } from '../agent/agent';
import type { ObservationBody } from '../observation/observation.events';
import type { MakesVersion } from '../versioned';
import { evolveStanding, type IssueStanding, opened } from './issue-standing';

/** Highest first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];
export const ISSUE_VERDICTS = ['detected', 'blocked'] as const;
export type IssueVerdict = (typeof ISSUE_VERDICTS)[number];
export const ISSUE_STATUSES = ['open', 'acknowledged', 'resolved', 'ignored'] as const;
export type IssueStatus = (typeof ISSUE_STATUSES)[number];

export interface MicroContext {
  readonly platform?: Platform;
  readonly cluster?: string;
  readonly node?: string;
}

/** As far as known; absent keys are left out. */
export interface IssueDetails {
  readonly domain?: string;
  readonly ip?: string;
  readonly process?: string;
  readonly command?: string;
  readonly detection?: string;
  readonly technique?: string;
  readonly path?: string;
  readonly port?: number;
  readonly protocol?: string;
}

/** Which rule decided. `policy` is null when no policy allows what was seen. */
export interface Why {
  readonly reason: string;
  readonly policy: {
    readonly id: string;
    /** As it was called then; left out by events from before it was noted. */
    readonly name?: string;
    readonly version: number;
    readonly type: 'allow' | 'block';
    readonly pattern: string;
  } | null;
}

/** One observation that an issue event counts. */
export interface CountedObservation {
  readonly id: string;
  /** `observations/<partition>/<offset>`. */
  readonly position: string;
  readonly received_at: string;
  /** As the agent sent them, so that what was counted can be listed even where no evidence was kept. */
  readonly kind: string;
  readonly timestamp: string;
  readonly verdict: ObservationBody['verdict'];
}

/** A copy of an observation, kept with the issue (newest 20). Metadata too large to copy is cut, and then says so. */
export interface Evidence extends ObservationBody {
  readonly id: string;
  readonly received_at: string;
  readonly truncated?: true;
}

/** What an issue looks like after an occurrence; carried whole by both events, so no reader needs another's collection. */
export interface IssueOccurrence {
  readonly issue_id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly verdict: IssueVerdict;
  readonly agent_id: string;
  readonly micro_context: MicroContext;
  readonly details: IssueDetails;
  readonly why: Why;
  /** Labels of the agent that a selector may name, and the observation's own word: to judge it again when policies change. */
  readonly subject: {
    readonly platform: Platform;
    readonly labels: Readonly<Record<string, string>>;
    readonly verdict: ObservationBody['verdict'];
    /** Where several addresses were reached: all but the one of the details. */
    readonly besides?: readonly string[];
  };
  /** Offset in `policies` up to which (exclusive) rules were applied when this was judged. */
  readonly judged_at: number;
  readonly observations: readonly CountedObservation[];
  /** Newest last, at most 20. */
  readonly evidence: readonly Evidence[];
}

export const EVIDENCE_LIMIT = 20;

/** State of an issue, without what is counted per observation. */
export interface Issue extends Omit<IssueOccurrence, 'issue_id' | 'observations'>, IssueStanding {
  readonly id: string;
  readonly created_at: string;
  /** Lowest and highest `received_at` of what was counted. */
  readonly first_seen: string;
  readonly last_seen: string;
}

export type IssueCreated = LogEvent<'IssueCreated', IssueOccurrence>;
/** Carries no version: a lost race must not lose an occurrence. */
export type IssueRecurred = LogEvent<'IssueRecurred', IssueOccurrence>;
/** What counts observations. */
export type IssueOccurred = IssueCreated | IssueRecurred;
interface StatusChange extends MakesVersion {
  readonly issue_id: string;
  readonly reason: string | null;
}
export type IssueAcknowledged = LogEvent<'IssueAcknowledged', StatusChange>;
export type IssueResolved = LogEvent<'IssueResolved', StatusChange>;
export type IssueIgnored = LogEvent<
  'IssueIgnored',
  StatusChange & { readonly until: string | null }
>;
/** Opened by hand. (A recurrence that reopens is a transition of the fold: no event exists for it.) */
export type IssueOpened = LogEvent<'IssueOpened', StatusChange>;
export type IssueStatusEvent = IssueAcknowledged | IssueResolved | IssueIgnored | IssueOpened;
/** Topic `issues`, key = issue id. */
export type IssueEvent = IssueOccurred | IssueStatusEvent;

export const higherSeverity = (a: Severity, b: Severity): Severity =>
  SEVERITIES.indexOf(a) <= SEVERITIES.indexOf(b) ? a : b;

const received = (o: IssueOccurrence): string[] => o.observations.map((x) => x.received_at).sort();

function create(event: IssueOccurred): Issue {
  const { issue_id, observations: _, ...seen } = event.data;
  const times = received(event.data);
  return {
    ...seen,
    id: issue_id,
    created_at: event.time,
    first_seen: times[0] ?? event.time,
    last_seen: times.at(-1) ?? event.time,
    ...opened(undefined, event),
  };
}

const evidenceKey = (e: Evidence): string => `${e.received_at} ${e.id}`;

/** The newest evidence of both, oldest first; of two copies of one observation the second list's stays. */
export function mergeEvidence(a: readonly Evidence[], b: readonly Evidence[]): Evidence[] {
  const byId = new Map([...a, ...b].map((e) => [e.id, e]));
  const inOrder = [...byId.values()].sort((x, y) => (evidenceKey(x) < evidenceKey(y) ? -1 : 1));
  return inOrder.slice(-EVIDENCE_LIMIT);
}

type Explained = Pick<Issue, 'title' | 'why' | 'severity'>;

/** What says why an issue is as severe as it is: the words of the most severe, of two alike those of the newer one. */
function explanation(state: Explained, seen: Explained, isNewer: boolean) {
  const alike = state.severity === seen.severity;
  const isWorse = !alike && higherSeverity(state.severity, seen.severity) === seen.severity;
  const { title, why } = isWorse || (alike && isNewer) ? seen : state;
  return { title, why };
}

/** Counts an occurrence; what it says of the issue stands unless something newer was counted already (a record that came late). */
function recur(state: Issue, event: IssueOccurred): Issue {
  const { issue_id: _, observations: __, ...seen } = event.data;
  const times = received(event.data);
  const [first, last] = [times[0] ?? event.time, times.at(-1) ?? event.time];
  const isNewer = last >= state.last_seen;
  const next: Issue = {
    ...state,
    ...(isNewer && seen),
    ...explanation(state, seen, isNewer),
    severity: higherSeverity(state.severity, seen.severity),
    evidence: mergeEvidence(state.evidence, seen.evidence),
    first_seen: first < state.first_seen ? first : state.first_seen,
    last_seen: last > state.last_seen ? last : state.last_seen,
  };
  const standing = evolveStanding(state, event);
  return standing === state ? next : { ...next, ...standing };
}

/**
 * Folds one event into an issue. The fold decides, not the writer's belief: the first occurrence of an unknown issue
 * creates it, whatever its name; any later one is a recurrence, and reopens a resolved issue if it is newer.
 */
export function evolveIssue(state: Issue | undefined, event: IssueEvent): Issue | undefined {
  if (event.type === 'IssueCreated' || event.type === 'IssueRecurred')
    return state ? recur(state, event) : create(event);
  if (!state) return state;
  const standing = evolveStanding(state, event);
  return standing === state ? state : { ...state, ...standing };
}

/** What the world may want to be told of: a change between two states of one issue. */
export type IssueTransition =
  'issue.created' | 'issue.reopened' | 'issue.resolved' | 'issue.acknowledged';

/** The transition between two states, or null when there is none worth telling. */
export function issueTransition(
  before: Issue | undefined,
  after: Issue | undefined,
): IssueTransition | null {
  if (!after || before?.version === after.version) return null;
  if (!before) return 'issue.created';
  if (after.status === 'open') return before.status === 'open' ? null : 'issue.reopened';
  if (after.status === 'ignored' || after.status === before.status) return null;
  return `issue.${after.status}`;
}
