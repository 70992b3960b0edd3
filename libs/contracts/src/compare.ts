/** Order of two texts, by their UTF-16 code units, or of two numbers: what `sort` wants to know. */
export const compare = <T extends string | number>(a: T, b: T): number =>
  a < b ? -1 : Number(a > b);
