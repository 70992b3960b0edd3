/** All ways to choose some of these, none and all included. */
export const subsetsOf = <T>(of: readonly T[]): readonly (readonly T[])[] =>
  of.reduce<readonly (readonly T[])[]>(
    (all, one) => [...all, ...all.map((some) => [...some, one])],
    [[]],
  );
