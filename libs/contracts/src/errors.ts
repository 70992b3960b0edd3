/**
 * Every error the API answers with: one table, and nothing else makes an error body.
 * `type` is the word used in the `{error, type}` shape of the agent routes.
 */
export const ERRORS = {
  bad_request: { status: 400, type: 'InvalidEvent' },
  invalid_cursor: { status: 400, type: 'InvalidEvent' },
  invalid_yaml: { status: 400, type: 'InvalidEvent' },
  unauthorized: { status: 401, type: 'UnauthorizedEvents' },
  forbidden: { status: 403, type: 'UnauthorizedEvents' },
  not_found: { status: 404, type: 'InvalidEvent' },
  method_not_allowed: { status: 405, type: 'InvalidEvent' },
  conflict: { status: 409, type: 'InvalidEvent' },
  precondition_failed: { status: 412, type: 'InvalidEvent' },
  payload_too_large: { status: 413, type: 'PayloadTooLarge' },
  unsupported_media_type: { status: 415, type: 'InvalidEvent' },
  unprocessable: { status: 422, type: 'InvalidEvent' },
  rate_limited: { status: 429, type: 'RateLimited' },
  internal: { status: 500, type: 'InternalError' },
  unavailable: { status: 503, type: 'Unavailable' },
} as const;
export type ErrorCode = keyof typeof ERRORS;

/**
 * Which of the spec's three bodies a route answers errors with.
 * `general` everywhere; `agent_creation` is `{error}` for status 400 only; `agent` is `{error, type}`.
 */
export type ErrorShape = 'general' | 'agent_creation' | 'agent';

/** An error meant for the client: says what is wrong and what would be right. */
export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** More for the reader; always a string in the body. */
    readonly details = '',
    /** Seconds for `Retry-After` (429, 503). */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** The text that every missing or invalid agent token is answered with. */
export const AGENT_UNAUTHORIZED = 'Missing or invalid agent token';

/** The body of an error, in the shape of its route. */
export function errorBody(problem: Problem, shape: ErrorShape): object {
  const { code, message, details } = problem;
  const sentence = details ? `${message}: ${details}` : message;
  if (shape === 'agent') return { error: sentence, type: ERRORS[code].type };
  if (shape === 'agent_creation' && problem.status === 400) return { error: sentence };
  return { error: { code, message, details } };
}

/**
 * The log (or the store) is away. Not a bug: whoever meets it pauses, backs off and tries again; it is never counted as a
 * failed try and nothing is ever parked for it. Over HTTP it is a 503 with Retry-After.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  constructor(
    message: string,
    /** Seconds after which it is worth asking again. */
    readonly retryAfter = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * The documents that a progress belongs to were dropped, or another generation of them took their place: the progress must
 * be loaded again and the records after it come again. Not a bug and not a failed try.
 */
export class Moved extends Error {
  override readonly name = 'Moved';
}
