import { Select } from '@mantine/core';
import { visible } from '../../components/visible';
import { rulesWords } from '../../policies/scope-words';
import type { AllowDraft } from './use-allow-draft';

const NEW = 'new';
/** More than these are found by writing. */
const AT_A_GLANCE = 10;

/** Whether the rule goes into a new policy, or into one of those that are about the same agents. Nothing where there are none. */
export function WhichPolicy({ policies, policy, extend }: AllowDraft) {
  if (policies.length === 0) return null;
  const known = policies.map(({ id, name, rules }) => ({
    value: id,
    label: visible(`${name} (${rulesWords(rules.length)})`),
  }));
  return (
    <Select
      label="Which policy"
      description="Those that allow something to the same agents can be extended"
      data={[{ value: NEW, label: 'A new one' }, ...known]}
      value={policy?.id ?? NEW}
      onChange={(value) => extend(value === NEW || value === null ? undefined : value)}
      allowDeselect={false}
      searchable={policies.length > AT_A_GLANCE}
    />
  );
}
