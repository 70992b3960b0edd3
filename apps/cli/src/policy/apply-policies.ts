import { confirmed } from '../confirmed';
import type { HouseClient } from '../house/house-client';
import { plainJson } from '../plain-text';
import type { ExitCode, Terminal } from '../surroundings';
import { planForCertain } from './plan-for-certain';
import { planPolicies } from './plan-policies';
import { policyDiff } from './policy-diff';
import { policyFiles } from './policy-files';
import { stepText, summary, summaryText } from './policy-summary';
import { takeSteps } from './take-steps';

/** What somebody wants of policies. */
export interface Wish {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** Only to be shown. */
  readonly isDry?: boolean | undefined;
  readonly prune?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Makes the policies of a house what files say, once the difference was shown and confirmed.
 * @returns 3 when it was only to be shown and there is a difference; 1 when it was not confirmed
 * @throws Error that names each file that is wrong; HouseProblem, HouseAway
 */
export async function applyPolicies(
  house: HouseClient,
  { paths, isDry = false, prune, yes, json }: Wish,
  terminal: Terminal,
): Promise<ExitCode> {
  const files = policyFiles(paths);
  const steps = await planForCertain(house, (inHouse) => planPolicies(files, inHouse, prune));
  const changes = steps.filter(({ kind }) => kind !== 'keep');
  const shown = changes.flatMap((step) => policyDiff(step, terminal));
  shown.forEach(json ? terminal.say : terminal.out);
  const answer = (isDone: boolean): void =>
    terminal.out(json ? plainJson(summary(steps, isDone)) : summaryText(steps, isDone));
  if (isDry || changes.length === 0) {
    answer(!isDry);
    return changes.length === 0 ? 0 : 3;
  }
  if (!(await confirmed(yes, terminal, 'Change the house so?'))) return 1;
  await takeSteps(house, changes, (step) => terminal.say(stepText(step)));
  answer(true);
  return 0;
}
