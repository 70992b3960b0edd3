/** A URL up to its path, and what of that lies behind the slashes. */
export interface Url {
  readonly upToPath: string;
  /** With a user, a host and a port. */
  readonly authority: string;
}

/** What no URL lacks, and most names have not. */
const SIGN = /[:/\\]/;
/** Of these schemes programs take any number of slashes, either way, for two; `http:80` is a host and its port all the same. */
const USUAL = /^(?:https?|wss?|ftp):(?!\d{1,5}$)[/\\]*([^/?#]*)/i;
/** With another scheme, or with none, as within a page or on Windows. */
const OTHER = /^(?:[^:/?#\\]*:\/\/|\/\/|\\\\)([^/?#]*)/;

/** What is meant for a URL; null for anything else. */
export function partsOf(sent: string): Url | null {
  if (!SIGN.test(sent)) return null;
  const [upToPath, authority] = USUAL.exec(sent) ?? OTHER.exec(sent) ?? [];
  return upToPath === undefined || authority === undefined ? null : { upToPath, authority };
}

export const untilPath = (sent: string): string => /^[^/?#]*/.exec(sent)?.[0] ?? '';

export const untilBackslash = (authority: string): string =>
  authority.split('\\', 1)[0] ?? authority;

/** Of an authority: without user, port, brackets and zone. */
export function hostIn(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const bracketed = /^\[([^\]%]+)(?:%[^\]]*)?\]/.exec(host)?.[1];
  return bracketed ?? host.replace(/:\d*$/, '');
}

/** Of a host that may have a port: without it, and without brackets. */
export function hostOf(sent: string): string {
  if (!sent.includes(':') && !sent.startsWith('[')) return sent;
  const bracketed = /^\[([^\]]+)\](?::\d*)?$/.exec(sent)?.[1];
  return bracketed ?? /^([^:]+):\d*$/.exec(sent)?.[1] ?? sent;
}
