const MAX_URL = 2048;
/** `URL` drops or encodes them; whoever reads the URL as it was sent must not be fooled. */
const BLANKS = /[\s\p{Cc}]/u;

/** A URL that may be asked for, or the sentence that says why not. */
export type JudgedUrl =
  { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly reason: string };

const refused = (reason: string): JudgedUrl => ({ ok: false, reason });

/**
 * The rules for the URL itself: `https:` (`http:` only when allowed), no user info, no fragment. `URL` has already turned
 * every spelling of an IPv4 address into dotted form.
 */
export function judgeUrl(text: string, allowHttp: boolean): JudgedUrl {
  if (text.length > MAX_URL) return refused(`url must be at most ${MAX_URL} characters`);
  if (BLANKS.test(text)) return refused('url must not contain blanks or control characters');
  if (!URL.canParse(text)) return refused('url must be an absolute URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    return refused('url must begin with https://');
  if (url.username !== '' || url.password !== '')
    return refused('url must not carry a user name or a password');
  if (url.href.includes('#')) return refused('url must not have a fragment (#)');
  return { ok: true, url };
}

/** The host of a URL as a resolver or a socket wants it: IPv6 without brackets. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
