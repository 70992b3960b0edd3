import { type PolicyRule, Problem } from '@parapet/contracts';
import { parsePattern } from '../pattern';
import { isPlain } from './plain-copy';
import { onlyKeys, optionalText, text } from './policy-fields';

const MAX_RULES = 10_000;

/** The rules of a policy, each with a pattern that means something. @throws Problem naming the rule */
export function checkRules(rules: unknown): readonly PolicyRule[] {
  if (!Array.isArray(rules))
    throw new Problem(
      'bad_request',
      'rules must be a list of objects with pattern and comment, such as [{pattern: "*.example.com"}]',
    );
  if (rules.length < 1 || rules.length > MAX_RULES)
    throw new Problem('bad_request', 'rules must hold 1 to 10,000 rules');
  return rules.map((rule, index) => checkRule(rule, `rules[${index}]`));
}

function checkRule(rule: unknown, path: string): PolicyRule {
  if (!isPlain(rule))
    throw new Problem('bad_request', `${path} must be an object with a pattern, not a bare value`);
  onlyKeys(`a rule (${path})`, rule, ['pattern', 'comment']);
  const pattern = text(`${path}.pattern`, rule['pattern'], 253 + '**.'.length);
  const parsed = parsePattern(pattern);
  if (parsed.kind === 'problem')
    throw new Problem('bad_request', `${path}.pattern: ${parsed.sentence}`);
  return { pattern, ...optionalText('comment', rule['comment'], 1_000, `${path}.comment`) };
}
