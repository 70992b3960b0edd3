import { command } from '../arguments/command';
import { JSON_OPTION } from '../arguments/json-option';
import { askable, YES_OPTION } from '../confirmed';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';

/** Makes the policies of a house what files say. */
export const applyCommand = command({
  ...{ call: 'apply <paths..>', meaning: 'makes the policies what these files say' },
  words: {
    paths: {
      ...{ type: 'string', array: true, demandOption: true },
      describe: 'files of YAML or JSON with one policy each, or folders of them',
    },
  },
  options: {
    'dry-run': { type: 'boolean', describe: 'only shows; ends with 3 when something would change' },
    prune: { type: 'boolean', describe: 'also deletes every policy that no file has' },
    ...{ ...YES_OPTION, ...JSON_OPTION, ...HOUSE_OPTIONS },
  },
  run: async ({ 'dry-run': isDry, url, token, ...wish }, around) => {
    const house = houseOf({ url, token }, around);
    if (!isDry) askable(wish.yes, around.terminal);
    const { applyPolicies } = await import('#policy/apply-policies');
    return applyPolicies(house, { ...wish, isDry }, around.terminal);
  },
});
