import { ERRORS, type ErrorCode, type ErrorShape } from '@parapet/contracts';
import type { Access } from './route';

/** The part of an OpenAPI operation that is completed here. */
export interface Operation {
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  responses?: Record<string, Answer>;
}
interface Answer {
  description?: string;
  headers?: object;
  content?: object;
}

const header = (description: string, type = 'string'): object => ({
  description,
  schema: { type },
});

/** Headers of every answer under /v1, set by hooks. */
const HEADERS = {
  'X-Request-Id': header('Names this request; the same in our log'),
  'X-RateLimit-Limit': header('Requests allowed in the window', 'integer'),
  'X-RateLimit-Remaining': header('Requests left in the window', 'integer'),
  'X-RateLimit-Reset': header('Unix time in seconds when the window ends', 'integer'),
  RateLimit: header('Requests left by limit, and seconds until its window ends'),
  'RateLimit-Policy': header('Limits that apply: requests and window in seconds'),
};
const RETRY = { 'Retry-After': header('Seconds after which it is worth asking again', 'integer') };
const CHALLENGE = { 'WWW-Authenticate': header('Bearer') };
const MORE_HEADERS: Readonly<Record<string, object>> = { 401: CHALLENGE, 429: RETRY, 503: RETRY };

const WORDS: Partial<Record<ErrorCode, string>> = {
  bad_request: 'A parameter or the body is not right; the answer says how it would be',
  unauthorized: 'The token is missing, unknown, expired, revoked or of the wrong kind',
  forbidden: 'The token lacks the permission that is named',
  not_found: 'There is no such thing',
  payload_too_large: 'The body is too large',
  unsupported_media_type: 'The media type of the body is not taken',
  rate_limited: 'Too many requests',
  internal: 'A fault of ours; the answer has the request id',
  unavailable: 'Log or documents cannot be reached',
};

/** Which errors any route with this access and these inputs can answer. */
function errorsOf(operation: Operation, path: string, access: Access): readonly ErrorCode[] {
  const codes: ErrorCode[] = ['rate_limited', 'internal', 'unavailable'];
  if (access.who !== 'anyone') codes.push('unauthorized', 'bad_request');
  if (access.who === 'user') codes.push('forbidden');
  if (path.includes('{')) codes.push('not_found');
  if (operation.requestBody) codes.push('payload_too_large', 'unsupported_media_type');
  return codes;
}

function bodyOf(shape: ErrorShape, status: number): object {
  const general = shape === 'general' || (shape === 'agent_creation' && status !== 400);
  const name = general ? 'ErrorBody' : shape === 'agent' ? 'AgentErrorBody' : 'CreationErrorBody';
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
}

/** Completes the answers of one operation: the errors that the door gives, their bodies, and the headers of all. */
export function describeAnswers(operation: Operation, path: string, access: Access): void {
  const answers = (operation.responses ??= {});
  for (const code of errorsOf(operation, path, access))
    answers[ERRORS[code].status] ??= { description: WORDS[code] ?? code };
  for (const [status, answer] of Object.entries(answers)) {
    answer.headers = { ...HEADERS, ...MORE_HEADERS[status], ...answer.headers };
    if (Number(status) >= 400) answer.content ??= bodyOf(access.shape, Number(status));
  }
}
