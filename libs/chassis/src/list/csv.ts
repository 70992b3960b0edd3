import { setImmediate as others } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { cellText, valueAt } from './csv-cell';

/** How a list is written as a table. */
export interface CsvTable {
  /** Name of the file that a browser saves. */
  readonly file: string;
  /** Paths of the fields, dotted where nested: the header row, always the same. */
  readonly columns: readonly string[];
}

/** Rows between which others have their turn: a page can be a thousand rows of 64 KiB. */
const AT_ONCE = 20;

const text = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], {
    // Every cell is: what a program splits at semicolons is then not cut in the middle of a cell.
    ...{ quoted: true, quoted_empty: true },
    ...{ escape_formulas: true, record_delimiter: 'windows' },
  });

/**
 * Rows as CSV (RFC 4180) under a header row. Cells that a spreadsheet would take for a formula begin with `'`; controls are written
 * as JSON writes them. Rows are taken one by one, so they may be made one by one.
 */
export async function csvText({ columns }: CsvTable, rows: Iterable<object>): Promise<string> {
  const parts = [text([columns])];
  let some: string[][] = [];
  for (const row of rows) {
    some.push(columns.map((path) => cellText(valueAt(row, path))));
    if (some.length < AT_ONCE) continue;
    parts.push(text(some));
    some = [];
    await others();
  }
  return [...parts, text(some)].join('');
}
