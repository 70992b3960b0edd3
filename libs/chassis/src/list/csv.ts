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

/** The header row of a table. */
export const csvHeader = ({ columns }: CsvTable): string => text([columns]);

/**
 * Rows as CSV (RFC 4180), without the header row. Cells that a spreadsheet would take for a formula begin with `'`; controls are written
 * as JSON writes them.
 */
export const csvRows = ({ columns }: CsvTable, rows: readonly object[]): string =>
  text(rows.map((row) => columns.map((path) => cellText(valueAt(row, path)))));

/** A table with its header row. Rows are taken one by one, so they may be made one by one. */
export async function csvText(table: CsvTable, rows: Iterable<object>): Promise<string> {
  const parts = [csvHeader(table)];
  let some: object[] = [];
  for (const row of rows) {
    some.push(row);
    if (some.length < AT_ONCE) continue;
    parts.push(csvRows(table, some));
    some = [];
    await others();
  }
  return [...parts, csvRows(table, some)].join('');
}
