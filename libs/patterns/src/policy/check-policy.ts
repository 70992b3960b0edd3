import { POLICY_SCOPES, POLICY_TYPES, type PolicyDocument } from '@parapet/contracts';
import { checkMetadata } from './check-metadata';
import { checkRules } from './check-rules';
import { checkSelector } from './check-selector';
import { isPlain, type Plain, plainCopy } from './plain-copy';
import { oneWord, onlyKeys, optionalText, text } from './policy-fields';
import { nameOf, PolicyProblem } from './policy-problem';

const KEYS = [
  'name',
  'type',
  'scope',
  'selector',
  'rules',
  'enabled',
  'description',
  'metadata',
] as const;

/** Lets everything through, and so must be confirmed. */
const EVERYTHING = '*';

/**
 * Makes a policy of what was sent, parsed from YAML or JSON. A key that is not known is refused: a typo in a policy is
 * dangerous.
 * @throws PolicyProblem `bad_request` with a sentence that says what is wrong and what would be right.
 */
export function checkPolicy(sent: unknown): PolicyDocument {
  const policy = plainCopy(sent);
  if (!isPlain(policy))
    throw new PolicyProblem('A policy must be an object with name, type and rules', []);
  onlyKeys(policy, { of: 'a policy', at: [], known: KEYS });
  const description = optionalText(['description'], policy['description'], 2_000);
  const document: PolicyDocument = {
    name: text(['name'], policy['name'], 200),
    type: oneWord(['type'], policy['type'], POLICY_TYPES),
    ...scopeOf(policy),
    rules: checkRules(policy['rules']),
    enabled: enabledOf(policy['enabled']),
    ...(description !== undefined && { description }),
    ...checkMetadata(policy['metadata']),
  };
  confirmed(document);
  return document;
}

function scopeOf({
  scope = 'global',
  selector,
}: Plain): Pick<PolicyDocument, 'scope' | 'selector'> {
  const word = oneWord(['scope'], scope, POLICY_SCOPES);
  if (word === 'selected') return { scope: word, selector: checkSelector(selector) };
  if (selector === undefined) return { scope: word };
  const sentence = 'selector needs scope: selected; leave one of them out';
  throw new PolicyProblem(sentence, ['selector'], undefined, 'key');
}

function enabledOf(enabled: unknown = true): boolean {
  if (typeof enabled === 'boolean') return enabled;
  throw new PolicyProblem('enabled must be true or false, without quotes', ['enabled']);
}

function confirmed({ rules, metadata }: PolicyDocument): void {
  const index = rules.findIndex((rule) => rule.pattern === EVERYTHING);
  if (index === -1 || metadata?.['confirm'] === 'allow-all') return;
  const at = ['rules', index, 'pattern'];
  throw new PolicyProblem(
    `${nameOf(at)}: * matches everything; if that is meant, say so with metadata: {confirm: allow-all}`,
    at,
  );
}
