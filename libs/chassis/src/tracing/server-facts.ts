import type { SpanFacts } from './tracing';

/** Which server is asked, of a URL the host and the port alone: the rest may be a secret. Nothing of what is none. */
export function serverFacts(address: string): SpanFacts {
  const url = URL.parse(address);
  if (!url) return {};
  const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443));
  return { 'server.address': url.hostname.replace(/^\[(.*)\]$/, '$1'), 'server.port': port };
}
