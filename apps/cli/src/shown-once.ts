import type { Terminal } from './surroundings';

/** Answers a secret alone, so that it can be piped on, and says beside it what it is. */
export function sayShownOnce(
  { say, out }: Terminal,
  secret: string,
  what: 'token' | 'secret' = 'token',
): void {
  say(`This is its ${what}. Keep it now: it is shown once, and nobody can read it again.`);
  out(secret);
}
