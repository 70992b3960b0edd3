import width from 'string-width';

/** Lines of columns that stand under their heads, also where letters take two places or none; the last column is as wide as it is. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, i) =>
    all.reduce((most, row) => Math.max(most, width(row[i] ?? '')), 0),
  );
  return all.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : padded(cell, widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

const padded = (cell: string, columns: number): string =>
  cell + ' '.repeat(Math.max(0, columns - width(cell)));
