import { isLonger } from '@parapet/contracts';
import type { Plain } from './plain-copy';
import { nameOf, type PolicyPath, PolicyProblem } from './policy-problem';

const hasControls = (value: string): boolean => /\p{Cc}/u.test(value);

/** What an object may have. */
export interface Keys {
  /** What the object is: `a policy`. */
  readonly of: string;
  readonly at: PolicyPath;
  readonly known: readonly string[];
}

/** Refuses keys that mean nothing. */
export function onlyKeys(value: Plain, { of, at, known }: Keys): void {
  const stranger = Object.keys(value).find((key) => !known.includes(key));
  if (stranger === undefined) return;
  const sentence =
    stranger === '<<'
      ? 'Merge keys (<<) are not allowed; write the values out'
      : `Unknown key ${JSON.stringify(stranger.slice(0, 60))}: ${of} has ${known.join(', ')}`;
  throw new PolicyProblem(sentence, [...at, stranger], undefined, 'key');
}

/** A text of 1 to `max` characters on one line. */
export function text(at: PolicyPath, value: unknown, max: number): string {
  const refuse = (why: string): PolicyProblem => new PolicyProblem(`${nameOf(at)} ${why}`, at);
  if (value === undefined) throw refuse(`is required: a text of 1 to ${max} characters`);
  if (typeof value !== 'string')
    throw refuse('must be a text; write numbers, true, false and null in quotes');
  if (value.trim() === '' || isLonger(value, max)) throw refuse(`must have 1 to ${max} characters`);
  if (hasControls(value)) throw refuse('must be one line without control characters');
  return value;
}

/** A text that may be left out, and may be empty or have several lines. */
export function optionalText(at: PolicyPath, value: unknown, max: number): string | undefined {
  const refuse = (why: string): PolicyProblem => new PolicyProblem(`${nameOf(at)} ${why}`, at);
  if (value === undefined) return undefined;
  if (typeof value !== 'string')
    throw refuse('must be a text; write numbers, true, false and null in quotes');
  if (isLonger(value, max)) throw refuse(`must have at most ${max} characters`);
  return value;
}

/** One of a few words. */
export function oneWord<T extends string>(at: PolicyPath, value: unknown, words: readonly T[]): T {
  const word = words.find((known) => known === value);
  if (word !== undefined) return word;
  const verb = value === undefined ? 'is required:' : 'must be';
  throw new PolicyProblem(`${nameOf(at)} ${verb} ${words.join(' or ')}`, at);
}
