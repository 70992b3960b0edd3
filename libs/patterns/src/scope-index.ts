import type { Platform, PolicySelector } from '@parapet/contracts';
import { labelsOf, type ScopeLabel, type Subject } from './scope';

/** Scopes of one platform that name the same labels, by what those must be. */
interface Kind<T> {
  readonly platform: Platform;
  readonly labels: readonly ScopeLabel[];
  readonly byValues: Map<string, T>;
}

/**
 * Something for each scope, found by the agents that are in it. A look-up costs one step for each kind of scope (such as
 * "repository and job"), however many scopes there are.
 */
export class ScopeIndex<T> {
  private readonly everywhere: T;
  private readonly kinds: Kind<T>[] = [];

  constructor(private readonly make: () => T) {
    this.everywhere = make();
  }

  /** What belongs to the scope of a selector: its platform, and every label given must be equal. Null: all agents. */
  at(selector: PolicySelector | null): T {
    if (!selector) return this.everywhere;
    const { labels, byValues } = this.kindOf(selector);
    const key = keyOf(labels, (label) => selector[label]) ?? '';
    const known = byValues.get(key) ?? this.make();
    byValues.set(key, known);
    return known;
  }

  /** What belongs to the scopes that an agent is in. */
  around({ platform, labels: values }: Subject): readonly T[] {
    const found = [this.everywhere];
    for (const { platform: wanted, labels, byValues } of this.kinds) {
      if (wanted !== platform) continue;
      const key = keyOf(labels, (label) =>
        Object.hasOwn(values, label) ? values[label] : undefined,
      );
      const here = key === undefined ? undefined : byValues.get(key);
      if (here) found.push(here);
    }
    return found;
  }

  private kindOf(selector: PolicySelector): Kind<T> {
    const { platform } = selector;
    const labels = labelsOf(selector);
    const known = this.kinds.find(
      (kind) => kind.platform === platform && String(kind.labels) === String(labels),
    );
    if (known) return known;
    const made = { platform, labels, byValues: new Map<string, T>() };
    this.kinds.push(made);
    return made;
  }
}

/** The values of labels as one text, another one for other values; undefined when one is missing. */
function keyOf(
  labels: readonly ScopeLabel[],
  valueOf: (label: ScopeLabel) => string | undefined,
): string | undefined {
  let key = '';
  for (const label of labels) {
    const value = valueOf(label);
    if (value === undefined) return undefined;
    key += `${value.length}:${value}`;
  }
  return key;
}
