import { ApiProblem } from './problem';

const JSON_TYPE = /^application\/json\b/i;

/**
 * The API answers in JSON, or nothing. Whatever else says that all is well is of something that stands before it, such as a proxy that
 * wants somebody to sign in again.
 * @throws ApiProblem
 */
export function ofTheHouse(response: Response): Response {
  const { ok, status, headers } = response;
  if (!ok || status === 204 || JSON_TYPE.test(headers.get('content-type') ?? '')) return response;
  const right = 'A proxy before it may want you to sign in again: read this page anew.';
  throw new ApiProblem(0, 'unreachable', 'Something else answers in place of Parapet', right);
}
