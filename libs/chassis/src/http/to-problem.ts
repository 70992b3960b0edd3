import { HttpException } from '@nestjs/common';
import { ERRORS, type ErrorCode, Problem, Unavailable } from '@parapet/contracts';
import type { FastifyRequest } from 'fastify';
import { tooLarge, wrongMedia } from './body-parsers';

const CODE_OF_STATUS = new Map<number, ErrorCode>(
  (Object.keys(ERRORS) as ErrorCode[]).reverse().map((code) => [ERRORS[code].status, code]),
);

/** What did not arrive in time, and may another time: by 400 a client would give it up. What comes of it later is no request. */
export class TooSlow extends Problem {
  constructor() {
    super(
      'bad_request',
      'The request took too long to arrive',
      'send its headers within 10 seconds and the whole of it within 30',
    );
  }
  override get status(): number {
    return 408;
  }
}

/** The client ended what it sends, or went away, while its body was still to come. */
export class CutBody extends Problem {
  constructor() {
    super(
      'bad_request',
      'The connection ended before the body did',
      'send as many bytes as Content-Length says, or the last chunk',
    );
  }
}

type Translation = (request: FastifyRequest) => Problem;

/** Fastify's clock begins with the headers, so it may have run out while the body was still to come. */
function tookTooLong({ raw }: FastifyRequest): Problem {
  if (raw.complete) return new Problem('unavailable', 'The answer took too long', 'try again', 1);
  return new TooSlow();
}

/** Errors of Fastify and Node that deserve words of their own, by their code. */
const BY_CODE = new Map<string, Translation>([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', wrongMedia],
  ['FST_ERR_CTP_BODY_TOO_LARGE', tooLarge],
  [
    'FST_ERR_BAD_URL',
    () => new Problem('bad_request', 'The path is not valid', 'a % must be written %25'),
  ],
  [
    'FST_ERR_MAX_PARAM_LENGTH',
    () =>
      new Problem(
        'not_found',
        'There is nothing of that name',
        'no id is so long; look at the list',
      ),
  ],
  ['FST_ERR_HANDLER_TIMEOUT', tookTooLong],
  ['ECONNRESET', () => new CutBody()],
]);

/** Whether we gave up waiting, for the body or for its answer. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof TooSlow ||
  (error instanceof Error && 'code' in error && error.code === 'FST_ERR_HANDLER_TIMEOUT');

interface Known {
  readonly code?: unknown;
  readonly statusCode?: unknown;
  readonly message?: unknown;
}

function byStatus(status: number, message: string): Problem | null {
  if (status >= 500 && status !== 503) return null;
  return new Problem(CODE_OF_STATUS.get(status) ?? 'bad_request', message);
}

/** What a thrown thing means to the client; null when it is a fault of ours, of which the client learns nothing. */
export function toProblem(error: unknown, request: FastifyRequest): Problem | null {
  if (error instanceof Problem) return error;
  if (error instanceof Unavailable)
    return new Problem(
      'unavailable',
      error.told,
      error.advice ?? `try again in ${error.retryAfter} s`,
      error.retryAfter,
    );
  if (error instanceof HttpException) return byStatus(error.getStatus(), error.message);
  if (typeof error !== 'object' || error === null) return null;
  const { code, statusCode, message }: Known = error;
  const known = typeof code === 'string' ? BY_CODE.get(code) : undefined;
  if (known) return known(request);
  return byStatus(typeof statusCode === 'number' ? statusCode : 500, String(message));
}
