/** What was asked, as far as the shape of its errors depends on it. */
interface Asked {
  readonly method: string;
  readonly path: string;
}

const AGENT = /^\/v1\/(events_v2|agent_heartbeat|integrations)(?=[/?]|$)/;
const CREATION = /^\/v1\/agents(\?|$)/;
/** Answers with what is missing, not with an error. */
const READINESS = /^\/readyz(\?|$)/;

/** The word of the agents' shape, by status; `InvalidEvent` for all others. */
const TYPES: Readonly<Record<number, string>> = {
  401: 'UnauthorizedEvents',
  403: 'UnauthorizedEvents',
  413: 'PayloadTooLarge',
  429: 'RateLimited',
  500: 'InternalError',
  503: 'Unavailable',
};
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
const said = (text: unknown): boolean => typeof text === 'string' && /[A-Za-z]{2}/.test(text);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const hasOnly = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).sort().join() === names.toSorted().join();

/** `{error: {code, message, details}}` with a code of this status. */
function isGeneral(body: Readonly<Record<string, unknown>>, status: number): boolean {
  const { error } = body;
  if (!hasOnly(body, ['error']) || !isObject(error)) return false;
  const known = CODES[status]?.some((code) => code === error['code']) ?? false;
  const complete = hasOnly(error, ['code', 'message', 'details']);
  return known && complete && said(error['message']) && said(error['details']);
}

/** `{error, type}` with the type of this status. */
function isOfAgents(body: Readonly<Record<string, unknown>>, status: number): boolean {
  const { error, type } = body;
  return (
    hasOnly(body, ['error', 'type']) && said(error) && type === (TYPES[status] ?? 'InvalidEvent')
  );
}

/** `{error}`, of status 400 alone. */
const isOfCreation = (body: Readonly<Record<string, unknown>>, status: number): boolean =>
  status === 400 && hasOnly(body, ['error']) && said(body['error']);

/** The path as a router reads it. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Whether the body has the one shape that an error of the route may have. */
function fits(asked: Asked, status: number, body: unknown): boolean {
  if (!isObject(body)) return false;
  const { method } = asked;
  const path = asked.path.includes('%') ? decoded(asked.path) : asked.path;
  if (AGENT.test(path)) return isOfAgents(body, status);
  if (status === 400 && method === 'POST' && CREATION.test(path)) return isOfCreation(body, status);
  return isGeneral(body, status);
}

/**
 * Every error that any test meets has the shape of its route, and says what is wrong and what would be right.
 * @throws when it does not
 */
export function checkError(asked: Asked, status: number, body: unknown): void {
  if (status < 400 || asked.method === 'HEAD' || READINESS.test(asked.path)) return;
  if (fits(asked, status, body)) return;
  const route = `${asked.method} ${asked.path.slice(0, 200)}`;
  throw new Error(`${route} has no error of its shape: ${status} ${JSON.stringify(body)}`);
}

/**
 * The same of an answer over a bare socket, where nobody can say which route it is of: it has one of the shapes. One without a body,
 * to HEAD, has none.
 * @throws when it does not
 */
export function checkBareError(status: number, text: string): void {
  if (status < 400 || text === '') return;
  const body: unknown = JSON.parse(text);
  const shapes = [isGeneral, isOfAgents, isOfCreation];
  if (isObject(body) && shapes.some((fitting) => fitting(body, status))) return;
  throw new Error(`no error of any shape: ${status} ${text}`);
}
