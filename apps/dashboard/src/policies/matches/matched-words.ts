import type { MatchView } from '../../api/generated/types.gen';
import { issuesWords, number, times } from '../../components/number';

/** How much of what was seen a policy is about. */
export function matchedWords({ matched, examined, truncated }: MatchView): string {
  const { issues, occurrences } = matched;
  if (issues === 0)
    return truncated
      ? `None of the newest ${number(examined)} issues is about what it matches.`
      : 'No issue so far is about what it matches.';
  const among = truncated ? ` of the newest ${number(examined)}` : '';
  const verb = issues === 1 ? 'is' : 'are';
  return `${issuesWords(issues)}${among} ${verb} about what it matches, seen ${times(occurrences)}.`;
}
