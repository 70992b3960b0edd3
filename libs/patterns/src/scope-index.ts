import type { Platform, PolicySelector } from '@parapet/contracts';
import { labelsOf, type ScopeLabel, type Subject } from './scope';
import { EVERYWHERE } from './scoped-rules';

/** Scopes of one platform that name the same labels, by what those must be. */
interface Kind {
  readonly platform: Platform;
  readonly labels: readonly ScopeLabel[];
  readonly byValues: Map<string, number>;
}

const NOWHERE: readonly number[] = [];

/**
 * A number for each scope, found by the agents that are in it. A look-up costs one step for each kind of scope (such as
 * "repository and job"), however many scopes there are.
 */
export class ScopeIndex {
  private readonly kinds: Kind[] = [];
  private last = EVERYWHERE;

  /** The scope of a selector: its platform, and every label given must be equal. Null: all agents. */
  at(selector: PolicySelector | null): number {
    if (!selector) return EVERYWHERE;
    const { labels, byValues } = this.kindOf(selector);
    const key = keyOf(labels, selector) ?? '';
    const known = byValues.get(key) ?? (this.last += 1);
    byValues.set(key, known);
    return known;
  }

  /** The scopes that an agent is in, besides that of all agents. */
  around({ platform, labels: values }: Subject): readonly number[] {
    let found: readonly number[] = NOWHERE;
    for (const { platform: wanted, labels, byValues } of this.kinds) {
      if (wanted !== platform) continue;
      const key = keyOf(labels, values);
      const here = key === undefined ? undefined : byValues.get(key);
      if (here !== undefined) found = found === NOWHERE ? [here] : [...found, here];
    }
    return found;
  }

  private kindOf(selector: PolicySelector): Kind {
    const { platform } = selector;
    const labels = labelsOf(selector);
    const known = this.kinds.find(
      (kind) => kind.platform === platform && String(kind.labels) === String(labels),
    );
    if (known) return known;
    const made = { platform, labels, byValues: new Map<string, number>() };
    this.kinds.push(made);
    return made;
  }
}

/** The values of labels as one text, another one for other values; undefined when one is missing. */
function keyOf(
  labels: readonly ScopeLabel[],
  values: Readonly<Partial<Record<ScopeLabel, string>>>,
): string | undefined {
  let key: string | undefined;
  for (const label of labels) {
    const value = Object.hasOwn(values, label) ? values[label] : undefined;
    if (value === undefined) return undefined;
    // Of one alone no copy is made.
    key = key === undefined ? value : `${key.length}:${key}${value}`;
  }
  return key ?? '';
}
