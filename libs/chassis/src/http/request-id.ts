import { randomBytes } from 'node:crypto';
import { withoutSecrets } from '@parapet/contracts';

const SANE = /^[A-Za-z0-9._:/+=@-]{1,128}$/;

const PREFIX = randomBytes(6).toString('base64url');
let count = 0;

/** An id for a request: unique in this process by a counter, among processes by a random prefix. Cheap. */
export function newRequestId(): string {
  count += 1;
  return `${PREFIX}-${count.toString(36)}`;
}

/** The id that the client (or a proxy) gave, if it is harmless in a log and a header, and no token; else null. */
export function givenRequestId(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || !SANE.test(header)) return null;
  return withoutSecrets(header) === header ? header : null;
}
