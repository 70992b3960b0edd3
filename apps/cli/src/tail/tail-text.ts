import type { Severity } from '@parapet/contracts';
import { placeOf, SEVERITY_COLOURS } from '../issue/issue-words';
import { plain } from '../plain-text';
import type { Terminal } from '../surroundings';
import type { Message } from './read-messages';

/** What a line needs of an issue of the live stream. */
export interface IssueHeard {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly status: string;
  readonly occurrences: number;
  readonly last_seen: string;
  readonly micro_context: { readonly cluster?: string; readonly node?: string };
}

/** What a line needs of an agent. */
interface AgentHeard {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly mode: string;
}

/** The time of a day of UTC, to the second. */
const timeOf = (time: string): string => time.slice(11, 19);

/** A message for people, in one line; null for what they need not see. @param now RFC 3339 */
export function tailText({ type, data }: Message, now: string, { paint }: Pick<Terminal, 'paint'>) {
  if (type.startsWith('issue.')) return issueText(type, data as IssueHeard, paint);
  if (type === 'agent.updated') return agentText(data as AgentHeard, now);
  if (type === 'agent.deleted')
    return `${timeOf(now)} agent    deleted      ${plain((data as AgentHeard).id)}`;
  return null;
}

function issueText(type: string, issue: IssueHeard, paint: Terminal['paint']): string {
  const { severity, status, occurrences, micro_context } = issue;
  const what = type === 'issue.created' ? 'new' : status === 'open' ? 'again' : status;
  const where = placeOf(micro_context);
  return [
    timeOf(issue.last_seen),
    paint(SEVERITY_COLOURS[severity], severity.padEnd(8)),
    what.padEnd(12),
    plain(issue.title),
    ...(where ? [paint('dim', `on ${plain(where)}`)] : []),
    ...(occurrences > 1 ? [`×${occurrences}`] : []),
    paint('dim', plain(issue.id)),
  ].join(' ');
}

const agentText = ({ id, name, status, mode }: AgentHeard, now: string): string =>
  `${timeOf(now)} agent    ${status.padEnd(12)} ${plain(name)} (${mode}) ${plain(id)}`;
