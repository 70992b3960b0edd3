import { constants, createReadStream, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { isStdin } from '../open-named';
import type { Surroundings } from '../surroundings';

/** Bytes that are read of a file at a time. */
const PIECE = 256 * 1024;

/** Whether what is piped into this process is meant, however that is written. Yargs reads `-` as an empty text. */
export const isFed = (file = ''): boolean => file === '' || file === '-' || isStdin(file);

const isPipe = (file: string): boolean =>
  statSync(file, { throwIfNoEntry: false })?.isFIFO() ?? false;

/** Whether what was read of it is nowhere else. */
export const isPiped = (file = ''): boolean => isFed(file) || isPipe(file);

/** What is to be sent, and how many bytes that is where it is known. @throws Error for a file that is not there */
export function inputOf(
  file: string | undefined,
  { input }: Pick<Surroundings, 'input'>,
): { readonly input: AsyncIterable<Buffer>; readonly bytes?: number } {
  if (file === undefined || isFed(file)) return { input: input() };
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new Error(`There is no file ${file}.`);
  if (found.isFIFO()) return { input: pipeAt(file) };
  return { input: createReadStream(file, { highWaterMark: PIECE }), bytes: found.size };
}

/** A pipe with a name. Read as a file it would have a thread wait for who writes to it, and no process ends before its threads. */
const pipeAt = (file: string): Socket =>
  new Socket({
    fd: openSync(file, constants.O_RDONLY | constants.O_NONBLOCK),
    ...{ readable: true, writable: false },
  });
