import { Problem } from '@parapet/contracts';
import type { FastifyRequest } from 'fastify';

type Asked = Pick<FastifyRequest, 'method' | 'host' | 'headers'>;

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * What is wrong with a request that a cookie lets in, if another site's page may have sent it: browsers say where a page is from, by
 * `Sec-Fetch-Site` where the connection is safe and by `Origin` else. Whoever says neither is no browser, and has a token to show.
 */
export function crossOrigin(request: Asked, publicUrl: string): Problem | null {
  if (SAFE.has(request.method)) return null;
  const site = request.headers['sec-fetch-site'];
  const own =
    site === undefined
      ? isOwn(request.headers.origin, request.host, publicUrl)
      : site === 'same-origin';
  if (own) return null;
  return new Problem(
    'forbidden',
    'A session changes nothing for pages of another site',
    'send the token as Authorization: Bearer, or send the request from a page of this host',
  );
}

function isOwn(origin: string | undefined, host: string, publicUrl: string): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === host || origin === new URL(publicUrl).origin;
}
