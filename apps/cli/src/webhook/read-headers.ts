import { closeSync, readFileSync } from 'node:fs';
import { failureText } from '../failure-code';
import { openNamed } from '../open-named';

/**
 * Reads headers of a file, one a line, like `Authorization: Bearer …`.
 * @throws Error with a sentence, which quotes nothing of the file: what stands there is secret
 */
export function readHeaders(path: string): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const [i, line] of textOf(path).split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [, name, value] = /^([^:\s]+):(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new Error(`${path}, line ${i + 1}: a header is written like Name: value.`);
    if (headers.has(name))
      throw new Error(`${path}, line ${i + 1}: this header stands there twice.`);
    headers.set(name, value.trim());
  }
  if (headers.size === 0) throw new Error(`There is no header in ${path}.`);
  return Object.fromEntries(headers);
}

function textOf(path: string): string {
  try {
    const file = openNamed(path);
    try {
      return readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new Error(`The headers cannot be read: ${failureText(error)}`, { cause: error });
  }
}
