import {
  firstText,
  field,
  type IssueStatus,
  type IssueVerdict,
  type MicroContext,
  type Severity,
  text,
} from '@parapet/contracts';
import { beginningOf, plain, seconds } from '../plain-text';
import type { Terminal } from '../surroundings';
import { table } from '../table-text';
import { wholeText } from '../whole-text';
import { placeOf, SEVERITY_COLOURS } from './issue-words';

/** What a list needs of an issue of the API. */
export interface IssueShown {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly verdict: IssueVerdict;
  readonly status: IssueStatus;
  readonly created_at: string;
  readonly micro_context: MicroContext;
  readonly occurrences: number;
}

/** An observation that is shown with an issue. */
interface EvidenceShown {
  readonly id: string;
  readonly received_at: string;
  readonly verdict: string;
  readonly query?: string;
  /** What an agent sent: any JSON at all. */
  readonly metadata: unknown;
}

/** A status that it had. */
interface StatusShown {
  readonly at: string;
  readonly status: IssueStatus;
  readonly by: string | null;
  readonly reason: string | null;
  readonly until: string | null;
}

/** All that the API says of an issue. */
export interface IssueWhole {
  readonly id: string;
  readonly evidence: readonly EvidenceShown[];
  readonly history: readonly StatusShown[];
}

const HEAD = ['ID', 'CREATED (UTC)', 'SEVERITY', 'VERDICT', 'STATUS', 'TIMES', 'WHERE', 'TITLE'];

/** The list, for people. */
export const issueList =
  ({ paint }: Pick<Terminal, 'paint'>) =>
  (issues: readonly IssueShown[]): string[] => {
    if (issues.length === 0) return ['There are no such issues.'];
    const rows = issues.map((issue) => [
      ...[issue.id, seconds(issue.created_at)],
      paint(SEVERITY_COLOURS[issue.severity], issue.severity),
      ...[issue.verdict, issue.status, String(issue.occurrences)],
      ...[plain(placeOf(issue.micro_context)), plain(issue.title)],
    ]);
    return table(HEAD, rows);
  };

/** One issue: what is said of it, then its evidence in brief, then each status that it had. */
export const issueWhole = ({ evidence, history, ...issue }: IssueWhole): string[] => [
  ...wholeText(issue),
  '',
  ...table(['EVIDENCE (UTC)', 'VERDICT', 'EVENT', 'WHAT'], evidence.map(evidenceRow)),
  '',
  ...table(['HISTORY (UTC)', 'STATUS', 'UNTIL (UTC)', 'BY', 'REASON'], history.map(statusRow)),
];

const evidenceRow = (event: EvidenceShown): string[] => [
  ...[seconds(event.received_at), event.verdict, event.id, beginningOf(whatOf(event))],
];

/** What was reached, and by which process, as far as the agent said so. */
function whatOf({ query, metadata }: EvidenceShown): string {
  const target = query ?? firstText(metadata, ['destination', 'destination_ip', 'path']);
  const process = text(field(metadata, 'process'), 'command');
  return [target, process && `by ${process}`].filter(Boolean).join(' ');
}

const statusRow = ({ at, status, by, reason, until }: StatusShown): string[] => [
  ...[seconds(at), status, until === null ? '' : seconds(until)],
  ...[plain(by ?? 'an observation'), plain(reason ?? '')],
];
