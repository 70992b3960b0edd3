import { isoTime, type PolicyDocument } from '@parapet/contracts';
import { compileRules, type RuleSet } from '@parapet/patterns';

/** The rules of a policy that is not there yet, whether it is enabled or not. */
export const draftRules = (document: PolicyDocument): RuleSet => {
  const time = isoTime(0);
  const made = { id: 'draft', version: 1, made_by: [], created_at: time, updated_at: time };
  return compileRules([{ ...document, ...made, enabled: true }]);
};
