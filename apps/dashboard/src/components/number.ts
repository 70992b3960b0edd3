const grouped = new Intl.NumberFormat('en');

/** A count as people read it, such as `12,345`. */
export const number = (count: number): string => grouped.format(count);

const compact = new Intl.NumberFormat('en', {
  ...{ notation: 'compact', maximumSignificantDigits: 3 },
} as const);

/** A count in the room of six characters, such as `950`, `12K` or `1.25M`. */
export const shortNumber = (count: number): string => compact.format(count);

/** How often something was, such as `once` or `1,234 times`. */
export const times = (count: number): string => (count === 1 ? 'once' : `${number(count)} times`);

/** So many issues, such as `1 issue` or `1,234 issues`. */
export const issuesWords = (count: number): string =>
  count === 1 ? '1 issue' : `${number(count)} issues`;
