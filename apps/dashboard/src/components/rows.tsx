import { Paper, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './rows.module.css';

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
}

interface RowsProps<T> {
  /** What the rows are, for who cannot see them. */
  readonly label: string;
  /** The first one says which row it is. */
  readonly columns: readonly [Column<T>, ...Column<T>[]];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  /** What can be done with a row. */
  readonly actions?: (row: T) => ReactNode;
}

/**
 * Rows in columns; where there is no room for columns, a card for each. Both are the same elements, so that what is open in a row stays
 * open when a window is made narrow or a tablet is turned; their roles are said, for not every browser keeps those of a table that is
 * laid out as cards.
 */
export function Rows<T>({ label, columns, rows, keyOf, actions }: RowsProps<T>) {
  return (
    <Paper withBorder className={classes.frame}>
      <Table
        role="table"
        aria-label={label}
        className={classes.table}
        verticalSpacing="xs"
        horizontalSpacing="md"
        highlightOnHover
      >
        <Table.Thead role="rowgroup" className={classes.head}>
          <Table.Tr role="row">
            {columns.map(({ title }) => (
              <Table.Th role="columnheader" key={title} c="dimmed" fz="xs" fw={600}>
                {title}
              </Table.Th>
            ))}
            {actions && <Table.Td role="cell" aria-label="Actions" />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Table.Tr role="row" key={keyOf(row)} className={classes.row}>
              {columns.map(({ title, cell }) => (
                <Table.Td role="cell" key={title} className={classes.cell} data-title={title}>
                  <div className={classes.value}>{cell(row)}</div>
                </Table.Td>
              ))}
              {actions && (
                <Table.Td role="cell" align="right" className={classes.actions}>
                  {actions(row)}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
