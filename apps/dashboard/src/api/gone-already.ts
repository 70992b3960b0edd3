import { ApiProblem } from './problem';

/**
 * What was to be deleted and is not there is deleted: by the same request, whose answer was lost, or by somebody else meanwhile. Only
 * the API itself can say so; a 404 of whatever stands before it is handed on.
 */
export async function goneAlready(response: Response, { method }: Request): Promise<Response> {
  if (method !== 'DELETE' || response.status !== 404) return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const isGone = ApiProblem.of(body, response).code === 'not_found';
  return isGone ? new Response(null, { status: 204 }) : response;
}
