const MAX_URL = 2048;
/** `URL` drops, encodes or maps them; whoever reads the URL as it was sent must not be fooled. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Cs}]/u;
/** The part that names user, host and port, as every reader finds it: `URL` takes one slash, or three, for two. */
const AUTHORITY = /^https?:\/\/([^/?#]+)/i;

/** A URL that may be asked for, or the sentence that says why not. */
export type JudgedUrl =
  { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly reason: string };

const refused = (reason: string): JudgedUrl => ({ ok: false, reason });

/** Why the text may be read as another URL than `URL` reads, else null. */
function ambiguous(text: string): string | null {
  if (text.length > MAX_URL) return `url must be at most ${MAX_URL} characters`;
  if (UNSEEN.test(text)) return 'url must not contain blanks, control or invisible characters';
  if (text.includes('\\')) return 'url must not contain a backslash';
  return null;
}

/** Why the URL may not be asked for, else null. */
function unfit(url: URL, text: string, allowHttp: boolean): string | null {
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    return 'url must begin with https://';
  const [, authority] = AUTHORITY.exec(text) ?? [];
  if (authority === undefined) return `url must begin with ${url.protocol}// and a host`;
  if (authority.includes('@')) return 'url must not carry a user name or a password';
  if (url.href.includes('#')) return 'url must not have a fragment (#)';
  if (url.port === '0') return 'url must have a port from 1 to 65535, or none';
  return null;
}

/**
 * The rules for the URL itself: `https:` (`http:` only when allowed), no user info, no fragment, nothing that two readers
 * may read differently. `URL` has already turned every spelling of an IPv4 address into dotted form.
 */
export function judgeUrl(text: string, allowHttp: boolean): JudgedUrl {
  const doubt = ambiguous(text);
  if (doubt !== null) return refused(doubt);
  if (!URL.canParse(text)) return refused('url must be an absolute URL');
  const url = new URL(text);
  const reason = unfit(url, text, allowHttp);
  return reason === null ? { ok: true, url } : refused(reason);
}

/** The host of a URL as a resolver or a socket wants it: IPv6 without brackets. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
