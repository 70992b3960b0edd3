import type { IssueView } from '../../api/generated/types.gen';
import { isPassing } from '../../api/problem';

export type Named = Pick<IssueView, 'id' | 'title'>;

/** What became of a change of many issues. */
export interface Outcome {
  /** How many were changed. */
  readonly done: number;
  readonly failed: readonly { readonly issue: Named; readonly problem: unknown }[];
}

const AT_ONCE = 4;

/**
 * Changes each of them, a few at a time. Where nobody answers those that wait are not asked for: each would wait as long.
 * @param change by id; what it throws is told with the issue
 */
export async function changeMany(
  issues: readonly Named[],
  change: (id: string) => Promise<void>,
): Promise<Outcome> {
  const waiting = [...issues];
  const failed: { issue: Named; problem: unknown }[] = [];
  const work = async (): Promise<void> => {
    for (let issue = waiting.shift(); issue; issue = waiting.shift())
      try {
        await change(issue.id);
      } catch (problem) {
        failed.push({ issue, problem });
        if (isPassing(problem))
          failed.push(...waiting.splice(0).map((other) => ({ issue: other, problem })));
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done: issues.length - failed.length, failed };
}
