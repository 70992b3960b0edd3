const grouped = new Intl.NumberFormat('en');

/** A count as people read it, such as `12,345`. */
export const number = (count: number): string => grouped.format(count);
