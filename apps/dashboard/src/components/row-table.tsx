import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './row-table.module.css';

export interface RowColumn<T> {
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
}

interface RowTableProps<T> {
  /** What the rows are, for who cannot see them. */
  readonly label: string;
  /** The first one names the row, by a link with the class `rowLink`. */
  readonly columns: readonly RowColumn<T>[];
  /** How wide the columns are: `grid-template-columns`. */
  readonly widths: string;
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
}

/** So many rows are laid out at once without being felt. */
const LONG = 50;

/** The link of a row: all of the row leads where it does. */
export const rowLink = classes.link;

/**
 * A table that may be very long: then rows out of sight are not laid out. Where there is no room for columns, each row is a card with
 * what its columns have; the titles are still told to who cannot see them.
 */
export function RowTable<T>({ label, columns, widths, rows, keyOf }: RowTableProps<T>) {
  return (
    <Box
      role="table"
      aria-label={label}
      className={classes.table}
      mod={{ long: rows.length > LONG }}
      __vars={{ '--columns': widths }}
    >
      <div role="rowgroup">
        <div role="row" className={classes.head}>
          {columns.map(({ title }) => (
            <div role="columnheader" key={title}>
              {title}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {rows.map((row) => (
          <div role="row" key={keyOf(row)} className={classes.row}>
            {columns.map(({ title, cell }) => (
              <div role="cell" key={title} className={classes.cell}>
                {cell(row)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </Box>
  );
}
