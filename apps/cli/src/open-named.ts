import { openSync } from 'node:fs';
import { failureCode } from './failure-code';

const STDIN = /^\/(dev\/stdin|dev\/fd\/0|proc\/self\/fd\/0)$/;

/** Whether a path names what is piped into this process. */
export const isStdin = (path: string): boolean => STDIN.test(path);

/**
 * Opens what is named in a call, to be read. A program that pipes something in may do that by a socket, which has no name to be opened by.
 * @returns its descriptor
 */
export function openNamed(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (failureCode(error) === 'ENXIO' && isStdin(path)) return 0;
    throw error;
  }
}
