import { withoutSecrets } from './without-secrets';

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

/** What would be right, for a problem that does not say so itself. */
const ADVICE: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'what this route takes is described at /docs',
  invalid_cursor: 'pass next_cursor of a previous answer unchanged, or leave cursor out',
  invalid_yaml: 'what a policy is made of is described at /docs',
  unauthorized: 'send Authorization: Bearer <token> with a token that is not expired or revoked',
  forbidden: 'send a token that holds the permission',
  not_found: 'the lists have the ids of what there is; what was deleted does not come back',
  method_not_allowed: 'the methods that this path knows are in the header Allow',
  conflict: 'read it again, and apply the change to what it says now',
  precondition_failed: 'read it again, apply the change to what it says now, and send its ETag',
  payload_too_large: 'send less; how much a route takes is described at /docs',
  unsupported_media_type: 'what this route takes is described at /docs',
  unprocessable: 'what this route takes is described at /docs',
  rate_limited: 'try again when the seconds of the header Retry-After are over',
  internal: 'try again; if it stays, tell those who run this house the X-Request-Id',
  unavailable: 'try again when the seconds of the header Retry-After are over',
};

/**
 * Which of the spec's three bodies a route answers errors with.
 * `general` everywhere; `agent_creation` is `{error}` for status 400 only; `agent` is `{error, type}`.
 */
export type ErrorShape = 'general' | 'agent_creation' | 'agent';

/** The shape that an error with this status has on a route of this shape. */
export const shapeAt = (status: number, shape: ErrorShape): ErrorShape =>
  shape === 'agent_creation' && status !== 400 ? 'general' : shape;

/** An error meant for the client: says what is wrong and what would be right. */
export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** What would be right. Left out where the message says it; the general body then points to where more is said. */
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

/** A message and what would be right, where that is said, as one sentence. */
export const inOneSentence = (message: string, details: string): string =>
  details ? `${message.replace(/\.$/, '')}: ${details}` : message;

/** A problem as one sentence. Nothing in it can be used as a token or a secret. */
export const problemText = ({ message, details }: Problem): string =>
  withoutSecrets(inOneSentence(message, details));

/** The body of an error, in the shape of its route. Nothing in it can be used as a token or a secret. */
export function errorBody(problem: Problem, shape: ErrorShape): object {
  const { code } = problem;
  const [message, details] = [withoutSecrets(problem.message), withoutSecrets(problem.details)];
  const text = problemText(problem);
  if (shape === 'agent') return { error: text, type: ERRORS[code].type };
  if (shapeAt(problem.status, shape) === 'agent_creation') return { error: text };
  return { error: { code, message, details: details || ADVICE[code] } };
}

/**
 * The log (or the store) is away. Not a bug: whoever meets it pauses, backs off and tries again; it is never counted as a
 * failed try and nothing is ever parked for it. Over HTTP it is a 503 with Retry-After.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly advice: string | undefined;
  /** What clients are told: the message, unless it says what they have no need to know. */
  readonly told: string;
  constructor(
    message: string,
    /** Seconds after which it is worth asking again. */
    readonly retryAfter = 1,
    options: ErrorOptions & {
      /** What would be right instead of trying again after so many seconds, where that could do a thing twice. */
      readonly advice?: string;
      /** What clients are told in place of a message that has addresses or settings of the house in it. */
      readonly told?: string;
    } = {},
  ) {
    super(message, options);
    this.advice = options.advice;
    this.told = options.told ?? message;
  }
}

/**
 * The documents that a progress belongs to were dropped, or another generation of them took their place: the progress must
 * be loaded again and the records after it come again. Not a bug and not a failed try.
 */
export class Moved extends Error {
  override readonly name = 'Moved';
}
