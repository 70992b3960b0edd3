import { type PolicyPath, PolicyProblem } from './policy-problem';

/** Maps and lists may lie this deep in each other, in YAML and JSON alike. */
export const MAX_DEPTH = 10;

/** An object that inherits nothing: no key is there that was not sent. */
export type Plain = Readonly<Record<string, unknown>>;

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Copies a parsed document into objects without a prototype. @throws Problem when it is too deep or not text. */
export function plainCopy(value: unknown, at: PolicyPath = []): unknown {
  if (typeof value === 'string') return wellFormed(value, at);
  if (typeof value === 'number') return finite(value, at);
  if (typeof value !== 'object' || value === null) return value;
  if (at.length >= MAX_DEPTH) throw tooDeep(at);
  if (Array.isArray(value)) return value.map((item, index) => plainCopy(item, [...at, index]));
  const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) {
    const below = [...at, key];
    copy[usableKey(key, below)] = plainCopy(item, below);
  }
  return copy;
}

const tooDeep = (at: PolicyPath): PolicyProblem => {
  const sentence = `A policy may be nested ${MAX_DEPTH} levels deep at most`;
  return new PolicyProblem(sentence, at, 'put less into each other');
};

function usableKey(key: string, at: PolicyPath): string {
  if (key === '__proto__')
    throw new PolicyProblem('The key __proto__ is not allowed', at, 'leave it out', 'key');
  if (/\p{Cc}/u.test(key))
    throw new PolicyProblem('A key contains a control character', at, 'leave it out', 'key');
  return wellFormed(key, at);
}

function wellFormed(text: string, at: PolicyPath): string {
  if (text.isWellFormed()) return text;
  const sentence = 'A text contains half of a surrogate pair: send whole ones';
  throw new PolicyProblem(sentence, at);
}

function finite(value: number, at: PolicyPath): number {
  if (Number.isFinite(value)) return value;
  throw new PolicyProblem('A number is too large for JSON', at, 'send it as a text');
}
