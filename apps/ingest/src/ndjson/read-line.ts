import { isUtf8 } from 'node:buffer';
import { parseJson } from '@parapet/chassis';
import { Problem } from '@parapet/contracts';

/** A line that is a JSON object. */
export interface ReadLine {
  /** As it was sent. */
  readonly text: string;
  readonly value: object;
}

/**
 * Reads one line.
 * @param most bytes that it may have
 * @throws Problem that says what is wrong with it, and what would be right
 */
export function readLine(line: Buffer, most: number): ReadLine {
  if (line.length > most)
    throw new Problem('payload_too_large', 'The line is too long', `at most ${most / 1024} KiB`);
  if (!isUtf8(line))
    throw new Problem('bad_request', 'The line is not valid UTF-8', 'encode its text as UTF-8');
  const text = line.toString('utf8');
  const value = parseJson(text, 'The line');
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { text, value };
  throw new Problem('bad_request', 'The line is no JSON object', 'send one object on each line');
}
