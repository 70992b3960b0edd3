import type { Platform, PolicySelector } from '@parapet/contracts';

/** The agent that a rule is asked about. */
export interface Subject {
  readonly platform: Platform;
  readonly labels: Readonly<Record<string, string>>;
}

/** The labels that a selector may name. */
export const SCOPE_LABELS = [
  'cluster',
  'namespace',
  'node',
  'repository',
  'workflow',
  'job',
] as const satisfies readonly (keyof PolicySelector)[];

export type ScopeLabel = (typeof SCOPE_LABELS)[number];

/** The labels that a selector names. */
export const labelsOf = (selector: PolicySelector): readonly ScopeLabel[] =>
  SCOPE_LABELS.filter((label) => selector[label] !== undefined);

/** How narrow a scope is: 0 for all agents, more for each thing that must be equal. */
export const specificity = (selector: PolicySelector | null): number =>
  selector ? 1 + labelsOf(selector).length : 0;
