import { openSync } from 'node:fs';
import { failureCode } from './failure-code';

const STDIN = /^\/(dev\/stdin|dev\/fd\/0|proc\/self\/fd\/0)$/;

/**
 * Opens what is named in a call, to be read. A program that pipes something in may do that by a socket, which has no name to be opened by.
 * @returns its descriptor
 */
export function openNamed(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (failureCode(error) === 'ENXIO' && STDIN.test(path)) return 0;
    throw error;
  }
}
