/** A text that is meant for a URL. */
export interface Url {
  /** Up to the path. */
  readonly upToPath: string;
  /** What of that lies behind the slashes: a user, a host and a port. */
  readonly authority: string;
  /** Whether all programs that take such URLs look for the host there. */
  readonly isUsual: boolean;
}

/** What no URL lacks, and most names have not. */
const SIGN = /[:/\\]/;
/** Of these schemes programs take any number of slashes, either way, for two; `http:80` is a host and its port all the same. */
const USUAL = /^(?:https?|wss?|ftp):(?!\d{1,5}$)[/\\]*([^/?#]*)/i;
/** With another scheme, or with none, as within a page. */
const OTHER = /^(?:[^:/?#\\]*:)?\/\/(?![/\\])([^/?#]*)/;
/** With as many slashes as some programs take of any scheme, a scheme before the scheme, or as on Windows. */
const ODD = /^(?:(?:[a-z][a-z0-9+.-]*:)+[/\\]+|[/\\]{2,})([^/?#]*)/i;
/** What some programs take for the end of the host, and some for a part of the user. */
const BACKSLASH_IN_USER = /^[^/?#\\]*\\[^/?#]*@/;

/** The parts of what is meant for a URL; null for anything else. */
export function partsOf(sent: string): Url | null {
  if (!SIGN.test(sent)) return null;
  const usual = USUAL.exec(sent) ?? OTHER.exec(sent);
  const [upToPath, authority] = usual ?? ODD.exec(sent) ?? [];
  if (upToPath === undefined || authority === undefined) return null;
  return { upToPath, authority, isUsual: usual !== null };
}

export const untilPath = (sent: string): string => /^[^/?#]*/.exec(sent)?.[0] ?? '';

/** The host behind a user that some programs take for a host and its path; empty where there is none. */
export const behindUser = (sent: string): readonly string[] =>
  BACKSLASH_IN_USER.test(sent) ? [hostIn(untilPath(sent))] : [];

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
