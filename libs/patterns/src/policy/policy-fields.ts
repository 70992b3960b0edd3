import { Problem } from '@parapet/contracts';
import type { Plain } from './plain-copy';

const refuse = (sentence: string): Problem =>
  new Problem('bad_request', sentence, 'what a policy is made of is described at /docs');

const hasControls = (value: string): boolean => /\p{Cc}/u.test(value);

/** Refuses keys that mean nothing. */
export function onlyKeys(what: string, value: Plain, known: readonly string[]): void {
  const stranger = Object.keys(value).find((key) => !known.includes(key));
  if (stranger === undefined) return;
  if (stranger === '<<') throw refuse('Merge keys (<<) are not allowed; write the values out');
  const key = JSON.stringify(stranger.slice(0, 60));
  throw refuse(`Unknown key ${key}: ${what} has ${known.join(', ')}`);
}

/** A text of 1 to `max` characters on one line. */
export function text(name: string, value: unknown, max: number): string {
  if (value === undefined) throw refuse(`${name} is required: a text of 1 to ${max} characters`);
  if (typeof value !== 'string')
    throw refuse(`${name} must be a text; write numbers, true, false and null in quotes`);
  if (value.trim() === '' || value.length > max)
    throw refuse(`${name} must have 1 to ${max} characters`);
  if (hasControls(value)) throw refuse(`${name} must be one line without control characters`);
  return value;
}

/** A text that may be left out, and may be empty or have several lines. */
export function optionalText<K extends string>(
  name: K,
  value: unknown,
  max: number,
  path: string = name,
): { readonly [P in K]?: string } {
  if (value === undefined) return {};
  if (typeof value !== 'string')
    throw refuse(`${path} must be a text; write numbers, true, false and null in quotes`);
  if (value.length > max) throw refuse(`${path} must have at most ${max} characters`);
  return { [name]: value } as { readonly [P in K]?: string };
}

/** One of a few words. */
export function oneWord<T extends string>(name: string, value: unknown, words: readonly T[]): T {
  const word = words.find((known) => known === value);
  if (word !== undefined) return word;
  const verb = value === undefined ? 'is required:' : 'must be';
  throw refuse(`${name} ${verb} ${words.join(' or ')}`);
}
