import { randomBytes } from 'node:crypto';

/** What the build writes where each answer has a word of its own. */
const PLACE = '__CSP_NONCE__';

/** A page that runs only what this house brings, and lets only those styles through that bear this answer's word. */
export interface Sealed {
  readonly html: string;
  /** Of `Content-Security-Policy`. */
  readonly policy: string;
}

const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** @param template the page as it was built */
export function sealed(template: string): Sealed {
  const nonce = randomBytes(18).toString('base64');
  return { html: template.replaceAll(PLACE, nonce), policy: policyWith(nonce) };
}
