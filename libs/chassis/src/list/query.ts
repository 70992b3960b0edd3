import { isLonger, nanoseconds, Problem } from '@parapet/contracts';

/** A query string as Fastify parses it: a repeated key is an array. */
export type RawQuery = Readonly<Record<string, unknown>>;

/** The one value of a parameter. @throws Problem when it is repeated. */
export function scalar(query: RawQuery, name: string): string | undefined {
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new Problem('bad_request', `${name} must be given once`, `send ${name}=… a single time`);
}

/** A parameter that must be one of a few words. */
export function oneOf<T extends string>(
  query: RawQuery,
  name: string,
  words: readonly T[],
): T | undefined {
  const value = scalar(query, name);
  if (value === undefined) return undefined;
  const word = words.find((w) => w === value);
  if (word === undefined)
    throw new Problem(
      'bad_request',
      `${name} must be one of ${words.join(', ')}`,
      `send one of these, or leave ${name} out`,
    );
  return word;
}

/** A parameter that may be any text of 1 to `longest` characters. */
export function textOf(query: RawQuery, name: string, longest: number): string | undefined {
  const value = scalar(query, name);
  if (value === '' || (value !== undefined && isLonger(value, longest)))
    throw new Problem('bad_request', `${name} must have 1 to ${longest} characters`);
  return value;
}

export const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** `limit`: a decimal integer from 1 to `most`; undefined when not given. */
export function limitOf(query: RawQuery, most = MAX_LIMIT): number | undefined {
  const value = scalar(query, 'limit');
  if (value === undefined) return undefined;
  const limit = /^[1-9]\d{0,3}$/.test(value) ? Number(value) : NaN;
  if (!(limit <= most))
    throw new Problem(
      'bad_request',
      `limit must be an integer from 1 to ${most}`,
      'send one of these, or leave limit out',
    );
  return limit;
}

/** `since` (exclusive) in nanoseconds since 1970; undefined when not given. */
export const sinceOf = (query: RawQuery): bigint | undefined => timeOf(query, 'since');

/** `until` (inclusive) in nanoseconds since 1970; undefined when not given. */
export const untilOf = (query: RawQuery): bigint | undefined => timeOf(query, 'until');

function timeOf(query: RawQuery, name: 'since' | 'until'): bigint | undefined {
  const value = scalar(query, name);
  if (value === undefined) return undefined;
  const ns = nanoseconds(value);
  if (ns !== null) return ns;
  const hint = /\d \d\d:\d\d$/.test(value)
    ? 'a + in a query string must be written %2B'
    : `send one like this, or leave ${name} out`;
  const example = `${name} must be an RFC 3339 timestamp with zone, such as 2026-01-31T12:00:00Z`;
  throw new Problem('bad_request', example, hint);
}
