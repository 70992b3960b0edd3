import { Problem } from '@parapet/contracts';
import type { FastifyRequest } from 'fastify';

/**
 * What became of a request that was not answered. `never sent`: nobody has seen it. `cut off`: the connection ended before an answer
 * began, so it may have been done or not. `late`: no answer in time. `other`: anything else.
 */
export type Failure = 'never sent' | 'cut off' | 'late' | 'other';

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

/** What the client is told. */
export const problemOf = (failure: Failure, service: string): Problem =>
  failure === 'late'
    ? new Problem('unavailable', 'The answer took too long', 'try again', 1)
    : new Problem('unavailable', `The service for this path (${service}) is away`, 'try again', 1);
