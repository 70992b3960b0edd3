import { Box, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

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

/** Rows in columns; where there is no room for columns, a card for each. */
export function Rows<T>(props: RowsProps<T>) {
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  return narrow ? <Cards {...props} /> : <Columns {...props} />;
}

function Columns<T>({ label, columns, rows, keyOf, actions }: RowsProps<T>) {
  return (
    <Paper withBorder style={{ overflowX: 'auto' }}>
      <Table aria-label={label} verticalSpacing="xs" horizontalSpacing="md" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title }) => (
              <Table.Th key={title} c="dimmed" fz="xs" fw={600} style={{ whiteSpace: 'nowrap' }}>
                {title}
              </Table.Th>
            ))}
            {actions && <Table.Td aria-label="Actions" />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ title, cell }) => (
                <Table.Td key={title}>{cell(row)}</Table.Td>
              ))}
              {actions && <Table.Td align="right">{actions(row)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function Cards<T>({ label, columns: [first, ...others], rows, keyOf, actions }: RowsProps<T>) {
  return (
    <Stack component="ul" aria-label={label} gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
      {rows.map((row) => (
        <Paper component="li" key={keyOf(row)} withBorder p="sm">
          <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
            <Box miw={0}>{first.cell(row)}</Box>
            {actions && <Box flex="none">{actions(row)}</Box>}
          </Group>
          <Stack component="dl" gap={4} mt="xs" mb={0}>
            {others.map(({ title, cell }) => (
              <Group key={title} gap="sm" wrap="nowrap" align="baseline">
                <Text component="dt" size="xs" c="dimmed" w={96} flex="none">
                  {title}
                </Text>
                <Text component="dd" size="sm" m={0} miw={0} style={{ overflowWrap: 'anywhere' }}>
                  {cell(row)}
                </Text>
              </Group>
            ))}
          </Stack>
        </Paper>
      ))}
    </Stack>
  );
}
