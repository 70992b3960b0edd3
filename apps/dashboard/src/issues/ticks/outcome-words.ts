import type { Status } from '../../api/words';
import { issuesWords, number } from '../../components/number';

/** What became of issues that were to have a status; where some failed, a list of these follows. */
export function outcomeWords(done: number, failed: number, status: Status): string {
  const are = done === 1 ? 'is' : 'are';
  if (failed === 0) return `${issuesWords(done)} ${are} now ${status}.`;
  const these = failed === 1 ? 'This one failed:' : 'These failed:';
  return `${number(done)} of ${issuesWords(done + failed)} ${are} now ${status}. ${these}`;
}
