import { isUtf8 } from 'node:buffer';
import { closeSync, existsSync, readdirSync, readSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LONGEST_JSON } from '@parapet/registry';
import { failureCode } from '../failure-code';
import { isFolder } from '../is-folder';
import { openNamed } from '../open-named';
import { type PolicyText, readPolicyText } from './read-policy-text';

/** A policy that a file holds. */
export interface PolicyFile extends PolicyText {
  readonly path: string;
}

/** What is longer is no policy, however much of it is blanks or comments. */
const LONGEST_FILE = 4 * 1024 * 1024;

const POLICY = /\.(ya?ml|json)$/;

/**
 * Reads policies, one a file: of a folder those files whose names end with .yaml, .yml or .json. A file that is named in several ways
 * is read once, as it was named first.
 * @throws Error that names each file that is wrong, with the sentence, and the line, that the API would refuse it with; also where no
 * path is given, for by no file at all every policy would go
 */
export function policyFiles(paths: readonly string[]): PolicyFile[] {
  if (paths.length === 0) throw new Error('No file is named, and no folder.');
  const wrong: string[] = [];
  const files = eachOnce(paths.flatMap(filesOf)).flatMap((path) => {
    try {
      return [{ path, ...readPolicyText(textIn(path)) }];
    } catch (error) {
      wrong.push(`${path}: ${sentence(error)}`);
      return [];
    }
  });
  wrong.push(...sharedNames(files));
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return files;
}

/** @throws Error when it cannot be read, or is not UTF-8: what is no text would be sent as another one */
function textIn(path: string): string {
  const bytes = bytesIn(path);
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new Error('it is not valid UTF-8: encode its text as UTF-8');
}

/** Of a device or a pipe nobody knows before how much there is. */
function bytesIn(path: string): Buffer {
  const file = openNamed(path);
  try {
    const bytes = Buffer.allocUnsafe(LONGEST_FILE + 1);
    let length = 0;
    while (length <= LONGEST_FILE) {
      const read = readSync(file, bytes, length, bytes.length - length, null);
      if (read === 0) return bytes.subarray(0, length);
      length += read;
    }
  } finally {
    closeSync(file);
  }
  throw new Error(
    `it has more than ${LONGEST_FILE / 1024 / 1024} MiB: a policy is no longer than ${LONGEST_JSON / 1024} KiB of JSON`,
  );
}

function filesOf(path: string): string[] {
  if (!isFolder(path)) return [path];
  const names = readdirSync(path).filter((name) => POLICY.test(name) && !name.startsWith('.'));
  const found = names
    .sort()
    .map((name) => join(path, name))
    .filter((file) => !isFolder(file));
  if (found.length === 0) throw new Error(`There is no .yaml, .yml or .json file in ${path}.`);
  return found;
}

/** Paths that lead to different files. */
function eachOnce(paths: readonly string[]): string[] {
  const files = new Map<string, string>();
  for (const path of paths) {
    const file = existsSync(path) ? realpathSync(path) : resolve(path);
    if (!files.has(file)) files.set(file, path);
  }
  return [...files.values()];
}

/** A name is what tells policies apart. */
function sharedNames(files: readonly PolicyFile[]): string[] {
  const first = new Map<string, string>();
  return files.flatMap(({ path, name }) => {
    const other = first.get(name);
    first.set(name, other ?? path);
    return other === undefined ? [] : [`${path}: its policy is named ${name}, as that of ${other}`];
  });
}

function sentence(error: unknown): string {
  if (failureCode(error) === 'ENOENT') return 'there is no such file or folder';
  const { message, details = '' } = error as { message: string; details?: string };
  return details === '' ? message : `${message}: ${details}`;
}
