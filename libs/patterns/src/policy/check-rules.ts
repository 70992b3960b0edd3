import type { PolicyRule } from '@parapet/contracts';
import { parsePattern } from '../pattern';
import { isPlain } from './plain-copy';
import { onlyKeys, optionalText, text } from './policy-fields';
import { nameOf, type PolicyPath, PolicyProblem } from './policy-problem';

const MAX_RULES = 10_000;

/** The rules of a policy, each with a pattern that means something. @throws Problem naming the rule */
export function checkRules(rules: unknown): readonly PolicyRule[] {
  if (!Array.isArray(rules))
    throw new PolicyProblem(
      'rules must be a list of objects with pattern and comment, such as [{pattern: "*.example.com"}]',
      ['rules'],
    );
  if (rules.length < 1 || rules.length > MAX_RULES)
    throw new PolicyProblem('rules must hold 1 to 10,000 rules', ['rules']);
  return rules.map((rule, index) => checkRule(rule, ['rules', index]));
}

function checkRule(rule: unknown, at: PolicyPath): PolicyRule {
  const name = nameOf(at);
  if (!isPlain(rule))
    throw new PolicyProblem(`${name} must be an object with a pattern, not a bare value`, at);
  onlyKeys(rule, { of: `a rule (${name})`, at, known: ['pattern', 'comment'] });
  const pattern = checkPattern(rule['pattern'], [...at, 'pattern']);
  const comment = optionalText([...at, 'comment'], rule['comment'], 1_000);
  return { pattern, ...(comment !== undefined && { comment }) };
}

function checkPattern(sent: unknown, at: PolicyPath): string {
  const pattern = text(at, sent, 253 + '**.'.length);
  const parsed = parsePattern(pattern);
  if (parsed.kind === 'problem') throw new PolicyProblem(`${nameOf(at)}: ${parsed.sentence}`, at);
  return pattern;
}
