import { AGENT_UNAUTHORIZED, ERRORS, type ErrorCode, Problem } from '@parapet/contracts';

/** One way in which a request is refused, or fails. */
export interface Refusal {
  readonly status: number;
  readonly description: string;
  /** What may have gone wrong. */
  readonly problem: Problem;
}

const refusal = (
  code: ErrorCode,
  description: string,
  message: string,
  details?: string,
): Refusal => ({
  ...{ status: ERRORS[code].status, description },
  problem: new Problem(code, message, details),
});

/** By the name that the response has among the components of the API document. */
export const REFUSALS = {
  BadRequest: refusal(
    'bad_request',
    'A parameter, a header or the body is not right; the answer says how it would be',
    'limit must be an integer from 1 to 1000',
  ),
  Unauthorized: refusal(
    'unauthorized',
    'The token is missing, unknown, expired, revoked or of the wrong kind',
    'Missing or invalid token',
    'send Authorization: Bearer <token> with a user token that is not expired or revoked',
  ),
  Forbidden: refusal(
    'forbidden',
    'The token lacks a permission, which is named',
    'This token lacks the permission issues:write',
    'it has issues:read',
  ),
  NotFound: refusal('not_found', 'There is no such thing', 'There is no such issue'),
  RequestTimeout: {
    ...refusal(
      'bad_request',
      'The request did not arrive in time',
      'The request took too long to arrive',
      'send its headers within 10 seconds and the whole of it within 30',
    ),
    status: 408,
  },
  Conflict: refusal(
    'conflict',
    'Somebody else changed it at the same moment, or it is not in a state for this',
    'agent_3l2mE0sYV1uXr2nJ8Zk0Qw was changed by someone else; read it and try again',
  ),
  PreconditionFailed: refusal(
    'precondition_failed',
    'It is no longer the version that If-Match names',
    'policy_3l2mE0sYV1uXr2nJ8Zk0Qw is no longer the version named in If-Match',
    'read it again, apply the change to what it says now, and send its ETag',
  ),
  PayloadTooLarge: refusal(
    'payload_too_large',
    'The body is too large; the answer says how large it may be',
    'The body is larger than this route takes',
    'at most 256 KiB',
  ),
  UnsupportedMediaType: refusal(
    'unsupported_media_type',
    'The Content-Type or the Content-Encoding of the body is not taken',
    'The Content-Type of the body is not taken here',
    'send application/json',
  ),
  Unprocessable: refusal(
    'unprocessable',
    'It is well-formed, and cannot be done all the same; the answer says why',
    'This Idempotency-Key was used with another body',
    'send the body that it was used with, or another key',
  ),
  TooManyRequests: refusal(
    'rate_limited',
    'Too many requests in the window',
    'Rate limit exceeded: 1000 requests per 3600 seconds',
    'try again in 42 seconds',
  ),
  HeadersTooLarge: {
    ...refusal(
      'bad_request',
      'The headers are too large',
      'The headers are too large',
      'at most 16 KiB, the address included',
    ),
    status: 431,
  },
  InternalError: refusal(
    'internal',
    'A fault of ours; the answer names the request',
    'Something went wrong on our side',
    'request mDzQ4cZp-1a',
  ),
  Unavailable: refusal(
    'unavailable',
    'Log, documents or a service cannot be reached; nothing may have happened, or all of it',
    'The service for this path (ingest) is away',
    'try again',
  ),
} as const satisfies Readonly<Record<string, Refusal>>;
export type RefusalName = keyof typeof REFUSALS;

/** Where agents, and whoever creates one, hear other words. */
export const OTHER_WORDS: Record<
  'agent' | 'agent_creation',
  Partial<Record<RefusalName, Problem>>
> = {
  agent: {
    BadRequest: new Problem('bad_request', 'kind is required'),
    Unauthorized: new Problem('unauthorized', AGENT_UNAUTHORIZED),
  },
  agent_creation: { BadRequest: new Problem('bad_request', 'invalid agent: os is required') },
};

/** The refusal that a status means; undefined for a success. */
export const refusalOf = (status: number): RefusalName | undefined =>
  (Object.keys(REFUSALS) as RefusalName[]).find((name) => REFUSALS[name].status === status);
