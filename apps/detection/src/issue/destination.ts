import type { IssueDetails } from '@parapet/contracts';
import { type Address, isTooLong, normaliseName, parseAddress } from '@parapet/patterns';
import { field, text } from './metadata';

/** Where an observation went, or what it looked up. */
export interface Destination {
  /** In normal form; or as sent (lower case, no trailing dot) when it is no well-formed name. */
  readonly domain?: string | undefined;
  /** False: the name as sent is none that an allow rule may match. */
  readonly wellFormed: boolean;
  readonly ip?: Address | undefined;
  /** It went to this very host (127.0.0.0/8, ::1, localhost): never egress. */
  readonly loopback: boolean;
  /** What it is if the rest of what was sent is a path or a user. Nobody can say, so that a rule that blocks this blocks it too. */
  readonly otherwise?: Destination | undefined;
}

/**
 * The destination of an observation: `destination`, `destination_ip`, and for DNS kinds `query`, which is then the only
 * one that counts (the other two name the resolver). Null when there is none.
 */
export function destinationOf(kind: string, metadata: unknown): Destination | null {
  const query = kind.startsWith('dns') ? text(metadata, 'query') : undefined;
  if (query !== undefined) return located(parseQuery(query.trim()));
  const sent = text(metadata, 'destination');
  const host = sent === undefined ? NOWHERE : parseHost(sent.trim());
  const reached = addressOf(field(metadata, 'destination_ip'));
  if (host.ip && reached && isOther(host.ip, reached)) return ofTwo(host.ip, reached);
  return located({ ...host, ip: reached ?? host.ip });
}

/** Whether an address was asked for that is not the one that was reached; that something on this very host was asked for says nothing. */
const isOther = (asked: Address, reached: Address): boolean =>
  asked.text !== reached.text && !isLoopback(asked);

/** A service and what is behind it, or a proxy: the one that was asked for is told, rules are asked of both, and no allow rule of it alone. */
const ofTwo = (asked: Address, reached: Address): Destination => ({
  ...{ domain: asked.text, wellFormed: false, ip: reached, loopback: false },
  otherwise: { ip: asked, wellFormed: true, loopback: false },
});

/** What people call the destination of an issue: the name, or the address where there is none. */
export const destinationIn = ({ domain, ip }: IssueDetails): string | undefined => domain ?? ip;

const NOWHERE: Host = { wellFormed: true };

/** Says whether it is this very host; an address tells more than the name `localhost`. */
function located({ domain, ip, ...how }: Host): Destination | null {
  if (ip) {
    const loopback = isLoopback(ip);
    const named = domain !== undefined && (loopback || domain !== 'localhost');
    return { ...how, domain: named ? domain : undefined, ip, loopback };
  }
  return domain === undefined ? null : { ...how, domain, loopback: domain === 'localhost' };
}

type Host = Omit<Destination, 'loopback'>;

/**
 * What was looked up: a name, and all of it. Labels may hold any sign, and who asks chooses them: of what looks like a URL, a port or a
 * zone (`::1%x.evil.example`) the end says who hears of it.
 */
const parseQuery = (sent: string): Host => (sent.includes('%') ? named(sent) : judged(sent));

/** Host and port, with a user before them or not. */
const HOST = /^(?:[^/?#\\]*@)?([^/?#\\@]+)/;
const PATH = /[/?#\\]/;
/** What may be meant for a URL; of the usual schemes programs take one slash for two. */
const URL_LIKE = /:\/\/|^\/\/|^(?:https?|wss?|ftp):[/\\]/i;
/** From the slashes of a URL to its path: with a user, a host and a port. */
const AUTHORITY = /^(?:[^:/?#\\]*:)?[/\\]+([^/?#]*)/;

/**
 * A name, an address, either with a port or a path, or a URL. Whoever chooses the labels of a name may put the signs of a URL into all
 * but the last one: where that has none, `a.example/b.example` may be either, a host and its path or a name.
 */
function parseHost(sent: string): Host {
  const authority = URL_LIKE.test(sent) ? AUTHORITY.exec(sent)?.[1] : undefined;
  return authority === undefined ? withoutScheme(sent) : ofUrl(sent, authority);
}

function withoutScheme(sent: string): Host {
  const whole = judged(hostOf(sent));
  const cut = whole.wellFormed ? undefined : HOST.exec(sent)?.[1];
  if (cut === undefined) return whole;
  const host = judged(hostOf(cut));
  const endsInPath = PATH.test(sent.slice(sent.lastIndexOf('.') + 1));
  if (endsInPath && host.wellFormed) return host;
  const isUnsure = endsInPath || host.wellFormed;
  return isUnsure ? { ...whole, otherwise: located(host) ?? undefined } : whole;
}

/**
 * The host of a URL. Where the parser refuses it, other programs may not: it is judged as it was written. Some take a backslash for the
 * begin of the path, and some for a part of the user.
 */
function ofUrl(sent: string, authority: string): Host {
  const host = hostIn(authority);
  const written = judged(host);
  const read = isTooLong(host) ? null : parsed(sent);
  if (!authority.includes('\\')) return read ?? { ...written, wellFormed: false };
  return { ...(read ?? written), wellFormed: false, otherwise: located(written) ?? undefined };
}

/** As the parser reads it. Of schemes that it does not know it leaves the host as it was written, escaped. */
function parsed(sent: string): Host | null {
  const host = URL.parse(sent)?.hostname;
  if (!host) return null;
  const known = URL.parse(`http://${host}`)?.hostname ?? host;
  return judged(known.replace(/^\[(.*)\]$/, '$1'));
}

/** Without user, port, brackets and zone. */
function hostIn(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const bracketed = /^\[([^\]%]+)[^\]]*\]/.exec(host)?.[1];
  return bracketed ?? host.replace(/:\d*$/, '');
}

function judged(host: string): Host {
  const ip = parseAddress(host.endsWith('.') ? host.slice(0, -1) : host);
  return ip ? { ip, wellFormed: true } : named(host);
}

function named(host: string): Host {
  const domain = normaliseName(host);
  if (domain !== null) return { domain, wellFormed: true };
  return { domain: asSent(host).replace(/(?<=.)\.$/s, ''), wellFormed: false };
}

/** In lower case; each label that can be one in the form in which rules have it. */
function asSent(host: string): string {
  const lower = host.toLowerCase();
  if (isTooLong(lower)) return lower;
  const labels = lower.split('.');
  return labels.map((label) => normaliseName(label) ?? label).join('.');
}

function hostOf(sent: string): string {
  if (!sent.includes(':') && !sent.startsWith('[')) return sent;
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(sent)?.[1];
  return bracketed ?? /^([^:]+):\d{1,5}$/.exec(sent)?.[1] ?? sent;
}

const addressOf = (sent: unknown): Address | null =>
  typeof sent === 'string' ? (parseHost(sent.trim()).ip ?? null) : null;

function isLoopback({ family, words }: Address): boolean {
  if (family === 4) return (words[0] ?? 0) >>> 24 === 127;
  return words.every((word, i) => word === (i === 3 ? 1 : 0));
}
