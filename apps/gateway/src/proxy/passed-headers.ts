import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { withoutPort } from '@parapet/chassis';
import type { FastifyRequest } from 'fastify';

/** What is said to the next hop alone (RFC 9110, 7.6.1), and what each hop makes anew. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Said by the gateway itself, whatever the client said. */
const OURS: ReadonlySet<string> = new Set([
  'content-length',
  'forwarded',
  'host',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-request-id',
]);

/** As `OURS`, where the request is traced. */
const OURS_TRACED: ReadonlySet<string> = new Set([...OURS, 'traceparent', 'tracestate']);

/**
 * What is said to the service, and is never of the connection, whatever a client says (RFC 9110, 7.6.1): a service that did not get it
 * would take the request for another, or for somebody else's than it counts for here.
 */
const END_TO_END: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'content-encoding',
  'content-type',
  'cookie',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'origin',
  'sec-fetch-site',
]);

const namedBy = (connection: string | undefined): readonly string[] =>
  connection === undefined
    ? []
    : connection
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter((name) => !END_TO_END.has(name));

/**
 * Headers for the service, names and values in turn: the client's as they came, without those of its connection, and who it is. What
 * the client says of that itself is believed only from proxies of TRUST_PROXY.
 */
export function headersForService(request: FastifyRequest): string[] {
  const { rawHeaders } = request.raw;
  const named = namedBy(request.headers.connection);
  const ours = request.span ? OURS_TRACED : OURS;
  const passed: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]];
    const low = name.toLowerCase();
    if (!HOP_BY_HOP.has(low) && !ours.has(low) && !named.includes(low)) passed.push(name, value);
  }
  // The client alone: a service would judge the way to it by another list.
  const client = withoutPort(request.ip);
  passed.push('x-forwarded-for', isIP(client) === 0 ? 'unknown' : client);
  passed.push('x-forwarded-proto', request.protocol);
  if (request.host) passed.push('x-forwarded-host', request.host);
  passed.push('x-request-id', request.id);
  return passed;
}

/** Headers for the client: the service's, without those of its connection. */
export function headersForClient(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = namedBy(headers.connection);
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !HOP_BY_HOP.has(name) && !named.includes(name)) passed[name] = value;
  return passed;
}
