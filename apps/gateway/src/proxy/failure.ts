import { Problem } from '@parapet/contracts';
import type { FastifyRequest } from 'fastify';
import { Crowded, OWN_CROWD } from './turns';

/**
 * What became of a request that was not answered. `never sent`: nobody has seen it. `cut off`: the connection ended before an answer
 * began, so it may have been done or not. `late`: no answer in time. `crowded`: too many requests are on their way there already;
 * `crowded by itself`: most of them for the same client. `other`: anything else.
 */
export type Failure = 'never sent' | 'cut off' | 'late' | 'crowded' | 'crowded by itself' | 'other';

const BY_CODE: ReadonlyMap<string, Failure> = new Map([
  ['EADDRNOTAVAIL', 'never sent'],
  ['EAI_AGAIN', 'never sent'],
  ['ECONNREFUSED', 'never sent'],
  ['EHOSTUNREACH', 'never sent'],
  ['ENETUNREACH', 'never sent'],
  ['ENOTFOUND', 'never sent'],
  ['UND_ERR_CONNECT_TIMEOUT', 'never sent'],
  ['ECONNRESET', 'cut off'],
  ['EPIPE', 'cut off'],
  ['UND_ERR_SOCKET', 'cut off'],
  ['UND_ERR_HEADERS_TIMEOUT', 'late'],
]);

interface SystemError {
  readonly code?: unknown;
  readonly syscall?: unknown;
}

/** What an error of the HTTP client means. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Crowded) return error.own ? 'crowded by itself' : 'crowded';
  if (typeof error !== 'object' || error === null) return 'other';
  const { code, syscall }: SystemError = error;
  if (syscall === 'connect') return 'never sent';
  return (typeof code === 'string' ? BY_CODE.get(code) : undefined) ?? 'other';
}

const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT']);

/**
 * Whether doing a request twice is doing it once, with the same answer. PUT is: an observation has its identity, a policy its
 * content; the second answer may be 202 for 201. Not with If-Match, which the first would make fail. DELETE is not: the second
 * would be 404 for what the first deleted.
 */
export const isRepeatable = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>) =>
  REPEATABLE.has(method) && headers['if-match'] === undefined;

/** Whether it was not even tried, for want of a turn: nothing is wrong with the service. */
export const isCrowd = (failure: Failure): boolean => failure.startsWith('crowded');

/** What the client is told. */
export function problemOf(failure: Failure, service: string): Problem {
  if (failure === 'crowded by itself')
    return new Problem(
      'rate_limited',
      `More than ${OWN_CROWD} requests with this token, or from this address, wait for their turn`,
      'wait for answers before you ask for more',
      1,
    );
  const again = (message: string): Problem => new Problem('unavailable', message, 'try again', 1);
  if (failure === 'late') return again('The answer took too long');
  if (failure === 'crowded') return again(`The service for this path (${service}) is overloaded`);
  return again(`The service for this path (${service}) is away`);
}
