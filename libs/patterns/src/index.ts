export { type Address, normaliseAddress, parseAddress } from './address';
export { type Destination, destinationOf } from './destination/destination';
export {
  type CalledDestination,
  calledIn,
  LONGEST_DESTINATION,
  soughtAs,
} from './destination/called';
export { LONGEST_NAME, normaliseName } from './name';
export { parsePattern, type Pattern, type PatternProblem } from './pattern';
export { checkPolicy } from './policy/check-policy';
export { MAX_DEPTH } from './policy/plain-copy';
export { type PolicyPart, type PolicyPath, PolicyProblem } from './policy/policy-problem';
export { policyBodySchema } from './policy/policy-body.schema';
export type { RuleMatch } from './rule';
export { compileRules, type RefusedRule, type RuleSet, type Target } from './rule-set';
export { SCOPE_LABELS, type Subject } from './scope';
