import type { MatchView } from '../../api/generated/types.gen';
import { number } from '../../components/number';

const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** How often something was seen. */
export const times = (count: number): string => counted(count, 'time', 'times');

/** How much of what was seen a policy is about. */
export function matchedWords({ matched, examined, truncated }: MatchView): string {
  const { issues, occurrences } = matched;
  const among = truncated ? ` of the newest ${number(examined)}` : '';
  if (issues === 0)
    return truncated
      ? `None of the newest ${number(examined)} issues is about what it matches.`
      : 'No issue so far is about what it matches.';
  const are = issues === 1 ? 'is' : 'are';
  return `${counted(issues, 'issue', 'issues')}${among} ${are} about what it matches, seen ${times(occurrences)}.`;
}
