/**
 * All ways to filter by some of these.
 * @param filters a value by the name of its filter
 * @returns queries, the one without a filter first
 */
export const combinationsOf = (filters) =>
  Object.entries(filters).reduce(
    (all, [name, value]) => [...all, ...all.map((some) => ({ ...some, [name]: value }))],
    [{}],
  );

/** What a query is filtered by, in words. */
export const nameOf = (query) => Object.keys(query).join(', ') || 'no filter';
