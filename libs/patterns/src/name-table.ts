import { randomInt } from 'node:crypto';

/** Numbers of a slot: the hash of a name, and where its entry is, counted from one (0 = the slot is free). */
const SLOT = 2;

/** Of the 32-bit FNV hash. */
const PRIME = 16_777_619;

/** The hash of the empty end of a name: of each process another, so that nobody can write names that all fall into one slot. */
export const NO_HASH = randomInt(2 ** 31);

/** The hash of an end of a name, from that of all behind its first letter. */
export const withLetter = (hash: number, letter: number): number => Math.imul(hash ^ letter, PRIME);

/** The hash of a whole name, from its last letter to its first. */
export function hashOf(name: string): number {
  let hash = NO_HASH;
  for (let i = name.length - 1; i >= 0; i -= 1) hash = withLetter(hash, name.charCodeAt(i));
  return hash;
}

/** Where a name is looked for first, in a table without end. */
const slotOf = (hash: number): number => (hash ^ (hash >>> 15)) << 1;

interface Entry<T> {
  readonly name: string;
  readonly value: T;
}

/**
 * What is known of names, found by the end of a longer one: all its ends are hashed in one walk, and no text is cut for any of them.
 * Hashes lie in one flat array with open addressing, so that an end that nobody knows costs one look into it.
 */
export class NameTable<T> {
  private slots = new Int32Array(64 * SLOT);
  private readonly entries: Entry<T>[] = [];

  /** What is known of the end of a name from a letter on, whose hash is this. */
  endOf(name: string, from: number, hash: number): T | undefined {
    const { slots } = this;
    const last = slots.length - SLOT;
    for (let at = slotOf(hash) & last; ; at = (at + SLOT) & last) {
      const nth = slots[at + 1];
      if (!nth) return undefined;
      if (slots[at] !== hash) continue;
      const entry = this.entries[nth - 1];
      if (entry?.name.length === name.length - from && name.endsWith(entry.name))
        return entry.value;
    }
  }

  /** Adds a name that is not known yet, and answers what is known of it. */
  add(name: string, hash: number, value: T): T {
    if (2 * SLOT * (this.entries.length + 1) > this.slots.length) this.grow();
    this.put(hash, this.entries.push({ name, value }));
    return value;
  }

  private put(hash: number, nth: number): void {
    const last = this.slots.length - SLOT;
    let at = slotOf(hash) & last;
    while (this.slots[at + 1]) at = (at + SLOT) & last;
    this.slots[at] = hash;
    this.slots[at + 1] = nth;
  }

  private grow(): void {
    const { slots } = this;
    this.slots = new Int32Array(2 * slots.length);
    for (let at = 0; at < slots.length; at += SLOT) {
      const nth = slots[at + 1];
      if (nth) this.put(slots[at] ?? 0, nth);
    }
  }
}
