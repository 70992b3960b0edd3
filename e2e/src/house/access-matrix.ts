import { nameOf, type RouteRow, shapeOf } from './access-table';
import type { Asked, Client } from './client';
import { PERMISSIONS } from './credentials';

export type Headers = Record<string, string | string[]>;
/** What is sent to a route; `query` stands behind its path. */
export type Sent = Pick<Asked, 'headers' | 'body' | 'type'> & { readonly query?: string };
type Answered = readonly [status: number, body: unknown, challenge: unknown, requestId: unknown];

/** The header that carries a token. */
export const bearer = (token: string | undefined): Headers => ({
  authorization: `Bearer ${token}`,
});
/** Whether a route is sent a body. */
export const takesBody = ({ method }: RouteRow): boolean =>
  ['POST', 'PUT', 'PATCH'].includes(method);

/** The path of a route about something that does not exist, and the query that it needs. */
export const pathOf = ({ path, query = '' }: RouteRow): string =>
  path.replace(/\{\w+\}/, 'none') + query;

/** What every one of the routes answers, by its name. Asked about something that does not exist, and with an empty body. */
export async function answersOf(
  anyone: Client,
  routes: readonly RouteRow[],
  sent: (row: RouteRow) => Sent,
): Promise<Record<string, Answered>> {
  const all: Record<string, Answered> = {};
  for (const row of routes) {
    const { query = '', ...rest } = sent(row);
    const path = pathOf(row) + query;
    const body = takesBody(row) && { body: {} };
    const answer = await anyone.send({ method: row.method, path, ...body, ...rest });
    all[nameOf(row)] = [
      ...([answer.status, answer.body ?? answer.text] as const),
      ...([answer.headers['www-authenticate'], answer.headers['x-request-id']] as const),
    ];
  }
  return all;
}

const REQUEST_ID = expect.stringMatching(/^[\w-]{8,}$/) as unknown;

/** What each of the routes must answer. */
export const expected = (
  routes: readonly RouteRow[],
  answer: (row: RouteRow) => Answered,
): Record<string, Answered> =>
  Object.fromEntries(routes.map((row) => [nameOf(row), answer(row)] as const));

/** The general body of an error. */
const error = (code: string, message: string, details: string) => ({
  error: { code, message, details },
});

/** Nobody knows who is asking. */
export function unauthorized(row: RouteRow): Answered {
  const body =
    shapeOf(row) === 'agent'
      ? { error: 'Missing or invalid agent token', type: 'UnauthorizedEvents' }
      : error(
          'unauthorized',
          'Missing or invalid token',
          'send Authorization: Bearer <token> with a user token that is not expired or revoked',
        );
  return [401, body, 'Bearer', REQUEST_ID];
}

/** Every permission is held but the one that is needed, and `admin`. */
export function forbidden({ caller }: RouteRow): Answered {
  const held = PERMISSIONS.filter((permission) => permission !== caller).join(', ');
  const body = error(
    'forbidden',
    `This token lacks the permission ${caller}`,
    `send a token that holds ${caller === 'admin' ? caller : `${caller} or admin`}; this one holds ${held}`,
  );
  return [403, body, undefined, REQUEST_ID];
}

/** The token came in two headers. */
export function twice(row: RouteRow): Answered {
  const [message, details] = ['The header authorization came twice', 'send it once'];
  const bodies = {
    general: error('bad_request', message, details),
    agent: { error: `${message}: ${details}`, type: 'InvalidEvent' },
    agent_creation: { error: `${message}: ${details}` },
  };
  return [400, bodies[shapeOf(row)], undefined, REQUEST_ID];
}

/** No 401 and no 403: the request got as far as its handler. */
export const passed = ({ right }: RouteRow): Answered => [
  right,
  expect.anything() as unknown,
  undefined,
  REQUEST_ID,
];
