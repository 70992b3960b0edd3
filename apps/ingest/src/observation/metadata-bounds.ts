/** Levels of `metadata`, itself included. */
export const MAX_DEPTH = 8;
/** Keys of `metadata`, counted over all levels. */
export const MAX_KEYS = 256;

/** Read as infinity, it would be kept as null. */
const TOO_LARGE = 'metadata must not have numbers beyond 1.8e308; send them as texts';

/** The first bound that the metadata breaks, as a sentence; null when it keeps both. */
export function brokenBound(metadata: object): string | null {
  return new BoundedWalk().visit(metadata, 1);
}

const brokenScalar = (value: unknown): string | null =>
  value === Infinity || value === -Infinity ? TOO_LARGE : null;

class BoundedWalk {
  private keys = 0;

  visit(value: unknown, depth: number): string | null {
    if (typeof value !== 'object' || value === null) return brokenScalar(value);
    if (depth > MAX_DEPTH) return `metadata must not be nested deeper than ${MAX_DEPTH} levels`;
    const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (!Array.isArray(value)) this.keys += members.length;
    if (this.keys > MAX_KEYS)
      return `metadata must not have more than ${MAX_KEYS} keys, counted over all levels`;
    for (const member of members) {
      const broken = this.visit(member, depth + 1);
      if (broken) return broken;
    }
    return null;
  }
}
