/** Begins what stands behind `--`, so that it is read as a word whatever it begins with. No argument of a process can hold it. */
const MARK = '\0';

/** A call with what stands behind `--` marked, and without that. @returns also what stands before it, as it was written */
export function behindDashes(args: readonly string[]): {
  readonly written: readonly string[];
  readonly marked: readonly string[];
} {
  const end = args.indexOf('--');
  if (end < 0) return { written: args, marked: args };
  const written = args.slice(0, end);
  return { written, marked: [...written, ...args.slice(end + 1).map((word) => MARK + word)] };
}

export const isMarked = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith(MARK);

/** A word as it was written. */
export const asWritten = (word: string): string => (isMarked(word) ? word.slice(1) : word);
