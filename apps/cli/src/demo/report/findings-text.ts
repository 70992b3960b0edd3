import type { Found } from '../find-issues';
import type { Look } from './look';
import { wrap } from './wrap';

const HEAD = { severity: 'SEVERITY', times: 'TIMES', agent: 'AGENT' };
const GAP = '  ';

/** Issues as a table: what each is in one line, and why below it. */
export function findingsText(found: readonly Found[], look: Look): string[] {
  const agentWidth = Math.max(...[HEAD.agent, ...found.map(({ agent }) => agent)].map(lengthOf));
  const before = (severity: string, times: string, agent: string): string =>
    [severity.padEnd(HEAD.severity.length), times.padStart(HEAD.times.length)]
      .concat(agent.padEnd(agentWidth), '')
      .join(GAP);
  const indent = before('', '', '').length;
  const width = look.columns - indent;
  const lines = found.flatMap((issue) => {
    const { severity, occurrences, agent, title } = issue;
    const first = before(severity, String(occurrences), agent);
    return [
      first.replace(severity, look.severity(severity, severity)) + look.bold(title),
      ...reasonsOf(issue).flatMap((reason) =>
        wrap(reason, width).map((line) => ' '.repeat(indent) + look.dim(line)),
      ),
    ];
  });
  return [look.dim(`${before(HEAD.severity, HEAD.times, HEAD.agent)}ISSUE, AND WHY`), ...lines];
}

const lengthOf = (text: string): number => text.length;

/** Why it is an issue, and why it is none any more. */
const reasonsOf = ({ process, verdict, why, status, reason }: Found): string[] => [
  `${process === null ? '' : `${process}: `}${why}${verdict === 'blocked' ? '; the agent blocked it' : ''}`,
  ...(status === 'open' ? [] : [`${status}: ${reason ?? 'by hand'}`]),
];
