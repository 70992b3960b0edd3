import { Problem } from '@parapet/contracts';

/** Maps and lists may lie this deep in each other, in YAML and JSON alike. */
export const MAX_DEPTH = 10;

/** An object that inherits nothing: no key is there that was not sent. */
export type Plain = Readonly<Record<string, unknown>>;

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Copies a parsed document into objects without a prototype. @throws Problem when it is too deep or not text. */
export function plainCopy(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value === 'number') return finite(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH)
    throw new Problem(
      'bad_request',
      `A policy may be nested ${MAX_DEPTH} levels deep at most`,
      'put less into each other',
    );
  if (Array.isArray(value)) return value.map((item) => plainCopy(item, depth + 1));
  const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) {
    copy[usableKey(key)] = plainCopy(item, depth + 1);
  }
  return copy;
}

function usableKey(key: string): string {
  if (key === '__proto__')
    throw new Problem('bad_request', 'The key __proto__ is not allowed', 'leave it out');
  if (/\p{Cc}/u.test(key))
    throw new Problem('bad_request', 'A key contains a control character', 'leave it out');
  return wellFormed(key);
}

function wellFormed(text: string): string {
  if (!text.isWellFormed())
    throw new Problem('bad_request', 'A text contains half of a surrogate pair: send whole ones');
  return text;
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new Problem('bad_request', 'A number is too large for JSON', 'send it as a text');
}
