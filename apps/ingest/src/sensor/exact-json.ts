/** A number that may have more digits than a double holds, or be too large for one. */
const LONG = /\d{16}|\d[eE]\+?\d{3}/;

/**
 * The value of a JSON text in which numbers that a double cannot hold, such as nanoseconds since 1970, are texts of their digits.
 * @param value what the text was parsed to
 */
export const exactly = (text: string, value: unknown): unknown =>
  LONG.test(text) ? (JSON.parse(text, keepDigits) as unknown) : value;

function keepDigits(
  _name: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return isDamaged(value, context.source) ? context.source : value;
}

const isDamaged = (value: number, source: string): boolean =>
  !Number.isFinite(value) || (/^-?\d+$/.test(source) && !Number.isSafeInteger(value));
