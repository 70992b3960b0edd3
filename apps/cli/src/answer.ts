import type { Terminal } from './surroundings';

/** Answers what a command found: JSON for machines, lines for people. */
export function answer<T>(
  { out }: Pick<Terminal, 'out'>,
  found: T,
  json: boolean | undefined,
  lines: (found: T) => readonly string[],
): void {
  for (const line of json ? [JSON.stringify(found, null, 2)] : lines(found)) out(line);
}
