/** Where in a text something is wrong, and what would be right. */
export interface Misplaced {
  /** Counts from 1. */
  readonly line: number;
  /** In units of UTF-16, as in the texts of browsers; counts from 1. */
  readonly column: number;
  readonly advice: string;
}

const PLACED = /^line (\d+), column (\d+): (.*)$/s;

/** The place that the details of a refusal begin with; null where they name none. */
export function placeIn(details: string): Misplaced | null {
  const [, line, column, advice = ''] = PLACED.exec(details) ?? [];
  return line && column ? { line: Number(line), column: Number(column), advice } : null;
}
