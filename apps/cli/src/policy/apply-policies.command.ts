import { command } from '../arguments/command';
import { JSON_OPTION } from '../arguments/json-option';
import { askable, confirmed, YES_OPTION } from '../confirmed';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { planPolicies } from './plan-policies';
import { policyDiff } from './policy-diff';
import { policyFiles } from './policy-files';
import { policiesOf } from './policy-in-house';
import { stepText, summary, summaryText } from './policy-summary';
import { takeStep } from './take-step';

/** Makes the policies of a house what files say. */
export const applyPolicies = command({
  ...{ call: 'apply <paths..>', meaning: 'makes the policies what these files say' },
  words: {
    paths: {
      ...{ type: 'string', array: true, demandOption: true },
      describe: 'files of YAML with one policy each, or folders of them',
    },
  },
  options: {
    'dry-run': { type: 'boolean', describe: 'only shows; ends with 3 when something would change' },
    prune: { type: 'boolean', describe: 'also deletes every policy that no file has' },
    ...{ ...YES_OPTION, ...JSON_OPTION, ...HOUSE_OPTIONS },
  },
  run: async ({ paths, 'dry-run': isDry, prune, yes, json, ...at }, around) => {
    const { terminal } = around;
    const house = houseOf(at, around);
    if (!isDry) askable(yes, terminal);
    const steps = planPolicies(policyFiles(paths), await policiesOf(house), prune);
    const changes = steps.filter(({ kind }) => kind !== 'keep');
    const shown = changes.flatMap((step) => policyDiff(step, terminal));
    shown.forEach(json ? terminal.say : terminal.out);
    const answer = (isDone: boolean): void =>
      terminal.out(json ? JSON.stringify(summary(steps, isDone)) : summaryText(steps, isDone));
    if (isDry || changes.length === 0) {
      answer(!isDry);
      return changes.length === 0 ? 0 : 3;
    }
    if (!(await confirmed(yes, terminal, 'Change the house so?'))) return 1;
    for (const step of changes) {
      await takeStep(house, step);
      terminal.say(stepText(step));
    }
    return answer(true);
  },
});
