/** Chance that repeats itself: the same seed throws the same numbers (mulberry32). */
export class Dice {
  constructor(private state: number) {}

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both bounds included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** One of a list that is not empty. */
  among<T>(list: readonly [T, ...T[]]): T {
    return list[this.between(0, list.length - 1)] ?? list[0];
  }

  /** So many characters out of an alphabet. */
  text(length: number, alphabet = '0123456789abcdef'): string {
    return Array.from({ length }, () => alphabet[this.between(0, alphabet.length - 1)]).join('');
  }
}
