import { plainJson } from './plain-text';
import type { Terminal } from './surroundings';

/** Answers what a command found: JSON for machines, lines for people. */
export function answer<T>(
  { out }: Pick<Terminal, 'out'>,
  found: T,
  json: boolean | undefined,
  lines: (found: T) => readonly string[],
): void {
  for (const line of json ? [plainJson(found, 2)] : lines(found)) out(line);
}
