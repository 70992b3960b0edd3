const grouped = new Intl.NumberFormat('en');

/** A count as people read it, such as `12,345`. */
export const number = (count: number): string => grouped.format(count);

/** How often something was, such as `once` or `1,234 times`. */
export const times = (count: number): string => (count === 1 ? 'once' : `${number(count)} times`);

/** So many issues, such as `1 issue` or `1,234 issues`. */
export const issuesWords = (count: number): string =>
  count === 1 ? '1 issue' : `${number(count)} issues`;
