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

/** Whether the selector names this agent: its platform, and every label given must be equal. */
export function selects(selector: PolicySelector, subject: Subject): boolean {
  if (selector.platform !== subject.platform) return false;
  return SCOPE_LABELS.every(
    (label) => selector[label] === undefined || selector[label] === own(subject.labels, label),
  );
}

const own = (labels: Subject['labels'], label: string): string | undefined =>
  Object.hasOwn(labels, label) ? labels[label] : undefined;

/** How narrow a scope is: 0 for all agents, more for each thing that must be equal. */
export const specificity = (selector: PolicySelector | null): number =>
  selector ? 1 + SCOPE_LABELS.filter((label) => selector[label] !== undefined).length : 0;
