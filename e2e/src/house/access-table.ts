import type { Client, Method } from './client';

/** Who may call a route, by `api.md`: the holder of a permission, any user, an agent, or anybody. */
type Caller = `${string}:${'read' | 'write'}` | 'admin' | 'user' | 'agent' | 'anyone';

/** Which of the spec's three bodies the errors of a route have. */
export type Shape = 'general' | 'agent_creation' | 'agent';

export interface RouteRow {
  readonly method: Method;
  /** As in the API document. */
  readonly path: string;
  readonly caller: Caller;
  /** What who may call it is answered about something that does not exist, or for an empty body. */
  readonly right: number;
  /** Without it the answer would have no end. */
  readonly query?: string;
}

const row = (route: string, caller: Caller, right: number): RouteRow => {
  const [method = '', path = ''] = route.split(' ');
  return { method: method as Method, path, caller, right };
};

/** Every route of the API and who may call it. */
const ACCESS: readonly RouteRow[] = [
  row('GET /healthz', 'anyone', 200),
  row('GET /readyz', 'anyone', 200),
  row('GET /metrics', 'anyone', 200),
  row('GET /docs', 'anyone', 200),
  row('GET /docs/{file}', 'anyone', 404),
  row('GET /v1/openapi.json', 'anyone', 200),

  row('GET /v1/about', 'user', 200),

  row('PUT /v1/events_v2', 'agent', 400),
  row('POST /v1/events_v2/batch', 'agent', 415),
  row('POST /v1/agent_heartbeat', 'agent', 200),
  row('POST /v1/integrations/falco', 'agent', 200),
  row('POST /v1/integrations/tetragon', 'agent', 415),

  row('GET /v1/issues', 'issues:read', 200),
  row('GET /v1/issues/export', 'issues:read', 200),
  row('GET /v1/issues/summary', 'issues:read', 200),
  row('GET /v1/issues/destinations', 'issues:read', 200),
  row('POST /v1/issues/match', 'issues:read', 400),
  row('GET /v1/issues/{issue_id}', 'issues:read', 404),
  row('GET /v1/issues/{issue_id}/events', 'issues:read', 404),
  row('GET /v1/issues/{issue_id}/occurrences', 'issues:read', 404),
  row('GET /v1/issues/{issue_id}/allow', 'issues:read', 404),
  row('PATCH /v1/issues/{issue_id}', 'issues:write', 400),

  { ...row('GET /v1/stream', 'issues:read', 400), query: '?types=none' },

  row('GET /v1/policies', 'policies:read', 200),
  row('GET /v1/policies/{policy_id}', 'policies:read', 404),
  row('GET /v1/policies/{policy_id}/versions', 'policies:read', 404),
  row('POST /v1/policies', 'policies:write', 400),
  row('POST /v1/policies/check', 'policies:read', 400),
  row('PUT /v1/policies/{policy_id}', 'policies:write', 400),
  row('DELETE /v1/policies/{policy_id}', 'policies:write', 404),

  row('GET /v1/agents', 'agents:read', 200),
  row('GET /v1/agents/summary', 'agents:read', 200),
  row('GET /v1/agents/{agent_id}', 'agents:read', 404),
  row('POST /v1/agents', 'agents:write', 400),
  row('PATCH /v1/agents/{agent_id}', 'agents:write', 400),
  row('DELETE /v1/agents/{agent_id}', 'agents:write', 404),
  row('POST /v1/agents/{agent_id}/token', 'agents:write', 404),

  row('GET /v1/events', 'events:read', 200),
  row('GET /v1/events/summary', 'events:read', 200),
  row('GET /v1/events/{event_id}', 'events:read', 404),

  row('GET /v1/session', 'user', 200),
  row('POST /v1/session', 'user', 201),
  row('DELETE /v1/session', 'user', 204),

  row('GET /v1/tokens', 'tokens:read', 200),
  row('POST /v1/tokens', 'tokens:write', 400),
  row('DELETE /v1/tokens/{token_id}', 'tokens:write', 404),

  row('GET /v1/webhooks', 'webhooks:read', 200),
  row('GET /v1/webhooks/{webhook_id}', 'webhooks:read', 404),
  row('POST /v1/webhooks', 'webhooks:write', 400),
  row('PATCH /v1/webhooks/{webhook_id}', 'webhooks:write', 404),
  row('DELETE /v1/webhooks/{webhook_id}', 'webhooks:write', 404),
  row('POST /v1/webhooks/{webhook_id}/rotate_secret', 'webhooks:write', 404),
  row('POST /v1/webhooks/{webhook_id}/redeliver_failed', 'webhooks:write', 400),
  row('POST /v1/webhooks/{webhook_id}/promote_secret', 'webhooks:write', 404),
  row('POST /v1/webhooks/{webhook_id}/test', 'webhooks:write', 404),
  row('GET /v1/webhooks/{webhook_id}/deliveries', 'webhooks:read', 404),
  row('GET /v1/deliveries/summary', 'webhooks:read', 200),
  row('GET /v1/deliveries/{delivery_id}', 'webhooks:read', 404),
  row('POST /v1/deliveries/{delivery_id}/redeliver', 'webhooks:write', 404),

  row('GET /v1/audit', 'admin', 200),
];

interface Document {
  readonly paths: Readonly<Record<string, object>>;
}

/** `METHOD path` of every route that an API document has. */
const routesOf = ({ paths }: Document): readonly string[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );

export const nameOf = ({ method, path }: RouteRow): string => `${method} ${path}`;

/** The rows of the routes that the house's document has. @throws naming the routes for which there is none */
export async function accessTable(house: Client): Promise<readonly RouteRow[]> {
  const { body } = await house.get<Document>('/v1/openapi.json');
  const documented = routesOf(body);
  const known = new Map(ACCESS.map((r) => [nameOf(r), r]));
  const rows = documented.flatMap((name) => known.get(name) ?? []);
  const lacking = documented.filter((name) => !known.has(name));
  if (lacking.length > 0)
    throw new Error(`the access table does not say who may call ${lacking.join(', ')}`);
  return rows;
}

export function shapeOf({ method, path, caller }: RouteRow): Shape {
  if (caller === 'agent') return 'agent';
  return method === 'POST' && path === '/v1/agents' ? 'agent_creation' : 'general';
}
