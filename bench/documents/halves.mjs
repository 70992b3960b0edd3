/**
 * Values of a field such that half of all documents have the first one, and that half of those that have the first one of another
 * field have the first one of this field too. The others have the rest in turn.
 * @param nth the how manyth field of its document it is
 */
export const halves =
  (nth, first, ...rest) =>
  (i) =>
    ((i >> nth) & 1) === 0 ? first : rest[(i * 7919) % rest.length];

const DAY_MS = 86_400_000;
/** 10 million of them are of 23 days: none is older than observations are kept. */
const STEP_MS = 200;
const BEGIN = Date.now() - 25 * DAY_MS;

/** When the ith of all documents was made: each a little later than the one before. @returns milliseconds since 1970 */
export const timeOf = (i) => BEGIN + i * STEP_MS;
