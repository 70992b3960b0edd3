const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes as people read it, in steps of 1000. */
export function bytes(count: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3));
  const scaled = count / 1_000 ** step;
  return `${scaled < 10 && step > 0 ? scaled.toFixed(1) : Math.round(scaled)} ${UNITS[step] ?? ''}`;
}
