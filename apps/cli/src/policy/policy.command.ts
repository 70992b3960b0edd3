import { answer } from '../answer';
import { command } from '../arguments/command';
import { group } from '../arguments/group';
import { JSON_OPTION } from '../arguments/json-option';
import { askable, confirmed, YES_OPTION } from '../confirmed';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { plain, plainJson } from '../plain-text';
import { applyCommand } from './apply-policies.command';
import { meant, policiesOf } from './policy-in-house';
import { policyList } from './policy-text';
import { deletePolicy } from './take-step';

const ASKED = { ...JSON_OPTION, ...HOUSE_OPTIONS };

/** As U+202E, behind which a text runs from right to left. */
const FORMAT = /\p{Cf}/u;

const list = command({
  ...{ call: 'list', isDefault: true, meaning: 'policies, newest first', options: ASKED },
  run: async ({ json, ...at }, around) => {
    const policies = await policiesOf(houseOf(at, around));
    answer(around.terminal, policies, json, policyList);
  },
});

const show = command({
  ...{
    call: 'show <policy>',
    meaning: 'one of them as YAML, or JSON if that cannot be, to be edited and applied',
  },
  words: { policy: { type: 'string', demandOption: true, describe: 'its name or id' } },
  options: ASKED,
  run: async ({ policy: word, json, ...at }, around) => {
    const policy = meant(await policiesOf(houseOf(at, around)), word);
    if (json) return around.terminal.out(plainJson(policy, 2));
    const { documentOf, editableYaml } = await import('@parapet/registry');
    const document = documentOf(policy);
    const yaml = editableYaml(document)?.trimEnd();
    // YAML writes control characters as escapes, but not those that only turn or hide what stands beside them.
    const isPlain = yaml !== undefined && !FORMAT.test(yaml);
    around.terminal.out(isPlain ? yaml : plainJson(document, 2));
  },
});

const remove = command({
  ...{ call: 'delete <policies..>', meaning: 'deletes them' },
  words: {
    policies: {
      ...{ type: 'string', array: true, demandOption: true },
      describe: 'their names or ids',
    },
  },
  options: { ...YES_OPTION, ...ASKED },
  run: async ({ policies: words, yes, json, ...at }, around) => {
    const { terminal } = around;
    const house = houseOf(at, around);
    askable(yes, terminal);
    const inHouse = await policiesOf(house);
    const policies = [...new Set(words.map((word) => meant(inHouse, word)))];
    const names = policies.map(({ name }) => name);
    if (!(await confirmed(yes, terminal, `Delete ${names.map(plain).join(', ')}?`))) return 1;
    for (const policy of policies) {
      await deletePolicy(house, policy);
      terminal.say(`${plain(policy.name)} is deleted`);
    }
    if (json) terminal.out(plainJson({ deleted: names }));
    return 0;
  },
});

/** What is expected, and what is not. */
export const policyCommand = group('policy', 'policies: what is expected, and what is not', [
  ...[list, show, applyCommand, remove],
]);
