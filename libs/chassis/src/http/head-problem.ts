import type { IncomingMessage } from 'node:http';
import { Problem } from '@parapet/contracts';
import { twinHeader } from './twin-headers';

/** What may stand in `host[:port]` (RFC 3986, 3.2.2). Empty is allowed where the target names no host. */
const HOST = /^[\w.~%!$&'()*+,;=:[\]-]*$/;

const refuse = (message: string, details: string): Problem =>
  new Problem('bad_request', message, details);

/** Node reads HTTP/0.9 and 2.0 as if they were 1.1, which a proxy before us may not. */
function versionProblem({ httpVersion }: IncomingMessage): Problem | null {
  if (httpVersion === '1.1' || httpVersion === '1.0') return null;
  return refuse('The version of HTTP is not spoken here', 'send HTTP/1.1');
}

/** So many headers does Node read. Of more many a version of it drops the rest without a word, which others read. */
const MOST_HEADERS = 1_000;

function countProblem({ rawHeaders }: IncomingMessage): Problem | null {
  if (rawHeaders.length <= 2 * MOST_HEADERS) return null;
  return refuse('There are too many headers', `send at most ${MOST_HEADERS}`);
}

/** Node would refuse a missing one by itself, without a body. */
function hostProblem({ headers, httpVersion }: IncomingMessage): Problem | null {
  if (headers.host === undefined)
    return httpVersion === '1.0' ? null : refuse('The header host is missing', 'send it once');
  if (HOST.test(headers.host)) return null;
  return refuse('The header host is not valid', 'send the name of the host and its port, if any');
}

/** Codings before `chunked` would be stored as they are, and HTTP/1.0 knows none: others may see the end elsewhere. */
function codingProblem({ headers, httpVersion }: IncomingMessage): Problem | null {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return null;
  if (httpVersion === '1.1' && coding.toLowerCase() === 'chunked') return null;
  return refuse(
    'The Transfer-Encoding is not taken here',
    'send Content-Length, or with HTTP/1.1 Transfer-Encoding: chunked alone',
  );
}

/** What is wrong with the head of a request, whatever it asks for; null when nothing is. */
export function headProblem(request: IncomingMessage): Problem | null {
  const many = countProblem(request);
  if (many !== null) return many;
  const twin = twinHeader(request.rawHeaders);
  if (twin !== null) return refuse(`The header ${twin} came twice`, 'send it once');
  return versionProblem(request) ?? hostProblem(request) ?? codingProblem(request);
}
