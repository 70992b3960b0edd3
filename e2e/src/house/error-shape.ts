import { STATUS_CODES } from 'node:http';

/** What was asked, as far as the shape of its errors depends on it. */
interface Asked {
  readonly method: string;
  readonly path: string;
}

const AGENT = /^\/v1\/(events_v2|agent_heartbeat|integrations)(?=[/?]|$)/;
const CREATION = /^\/v1\/agents(\?|$)/;
/** Answers with what is missing, not with an error. */
const READINESS = /^\/readyz(\?|$)/;

const TYPES = [
  ...['InvalidEvent', 'UnauthorizedEvents', 'PayloadTooLarge', 'RateLimited'],
  ...['Unavailable', 'InternalError'],
];
const CODES: Readonly<Record<number, readonly string[]>> = {
  400: ['bad_request', 'invalid_cursor', 'invalid_yaml'],
  401: ['unauthorized'],
  403: ['forbidden'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  408: ['bad_request'],
  409: ['conflict'],
  412: ['precondition_failed'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  422: ['unprocessable'],
  429: ['rate_limited'],
  431: ['bad_request'],
  500: ['internal'],
  503: ['unavailable'],
};

/** A word at the least, and nothing that is empty by its form only. */
const said = expect.stringMatching(/[A-Za-z]{2}/) as unknown;

/** The one shape that the error of a route may have. */
function shapeOf({ method, path }: Asked, status: number): unknown {
  if (AGENT.test(path)) return { error: said, type: oneOf(TYPES) };
  if (status === 400 && method === 'POST' && CREATION.test(path)) return { error: said };
  return { error: { code: oneOf(CODES[status] ?? []), message: said, details: said } };
}

const oneOf = (words: readonly string[]): unknown =>
  expect.stringMatching(new RegExp(`^(${words.join('|')})$`));

/**
 * Every error that any test meets has the shape of its route, and says what is wrong and what would be right.
 * @throws when it does not
 */
export function checkError(asked: Asked, status: number, body: unknown): void {
  if (status < 400 || asked.method === 'HEAD' || READINESS.test(asked.path)) return;
  const met = `${asked.method} ${asked.path.slice(0, 200)}: ${status} ${STATUS_CODES[status]}`;
  expect({ met, body }).toEqual({ met, body: shapeOf(asked, status) });
}
