import type { IssueDetails } from '@parapet/contracts';
import { type Address, DOT, isTooLong, normaliseName, parseAddress } from '@parapet/patterns';
import { hostIn, hostOf, partsOf, untilBackslash, untilPath, type Url } from './host-in-url';
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
  /** What else programs may take it for. Nobody can say which, so that a rule that blocks one of these blocks it too. */
  readonly otherwise?: readonly Destination[];
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
  otherwise: [{ ip: asked, wellFormed: true, loopback: false }],
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
/** What some programs take for the end of the host, and some for a part of the user. */
const BACKSLASH_IN_USER = /^[^/?#\\]*\\[^/?#]*@/;

/** A name, an address, either with a port or a path, or a URL. */
function parseHost(sent: string): Host {
  const url = partsOf(sent);
  return url ? ofUrl(sent, url) : withoutScheme(sent);
}

/**
 * Whoever chooses the labels of a name may put the signs of a URL into all but the last one: where that has none, `a.example/b.example`
 * may be either, a host and its path or a name.
 */
function withoutScheme(sent: string): Host {
  const whole = judged(hostOf(sent));
  const cut = whole.wellFormed ? undefined : HOST.exec(sent)?.[1];
  if (cut === undefined) return whole;
  const host = judged(hostOf(cut));
  if (BACKSLASH_IN_USER.test(sent)) return unsure(whole, [host, judged(hostIn(untilPath(sent)))]);
  const endsInPath = PATH.test(sent.slice(sent.lastIndexOf('.') + 1));
  if (endsInPath && host.wellFormed) return host;
  return endsInPath || host.wellFormed ? unsure(whole, [host]) : whole;
}

/** The host of a URL; where not all programs take it for the same one, or the parser refuses it, it is none and called as it was sent. */
function ofUrl(sent: string, { upToPath, authority }: Url): Host {
  const ways = authority.includes('\\') ? [authority, untilBackslash(authority)] : [authority];
  const hosts = ways.map(hostIn);
  if (hosts.every((host) => host === '')) return named(sent);
  const read = ways.length === 1 && hosts.every(isShort) ? hostnameOf(sent) : undefined;
  if (read !== undefined) return judged(read);
  const known = hosts.filter(isShort).flatMap((host) => hostnameOf(`http://${host}`) ?? []);
  const called = { domain: upToPath.toLowerCase(), wellFormed: false };
  return unsure(called, [...hosts, ...known].map(judged));
}

/** What goes by one name and may be any of these. */
const unsure = (called: Host, readings: readonly Host[]): Host => ({
  ...called,
  otherwise: readings.flatMap((one) => located(one) ?? []),
});

/**
 * As the parser reads it; undefined when it refuses it. Of schemes that it does not know it leaves the host as it was written, escaped.
 */
function hostnameOf(url: string): string | undefined {
  const host = URL.parse(url)?.hostname;
  if (!host) return undefined;
  const known = URL.parse(`http://${host}`)?.hostname ?? host;
  return known.replace(/^\[(.*)\]$/, '$1');
}

/** Whether the parser may be asked: it drops some signs and decodes others before it looks at how long a name is. */
function isShort(host: string): boolean {
  try {
    return !isTooLong(decodeURIComponent(host.replace(/[\t\n\r]/g, '')));
  } catch {
    // The parser refuses what cannot be decoded.
    return false;
  }
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
  const labels = lower.split(DOT);
  return labels.map((label) => normaliseName(label) ?? label).join('.');
}

const addressOf = (sent: unknown): Address | null =>
  typeof sent === 'string' ? (parseHost(sent.trim()).ip ?? null) : null;

function isLoopback({ family, words }: Address): boolean {
  if (family === 4) return (words[0] ?? 0) >>> 24 === 127;
  return words.every((word, i) => word === (i === 3 ? 1 : 0));
}
