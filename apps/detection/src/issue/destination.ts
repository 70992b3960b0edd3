import type { IssueDetails } from '@parapet/contracts';
import { type Address, normaliseName, parseAddress } from '@parapet/patterns';
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
}

/**
 * The destination of an observation: `destination`, `destination_ip`, and for DNS kinds `query`, which is then the only
 * one that counts (the other two name the resolver). Null when there is none.
 */
export function destinationOf(kind: string, metadata: unknown): Destination | null {
  const query = kind.startsWith('dns') ? text(metadata, 'query') : undefined;
  if (query !== undefined) return located(parseQuery(query.trim()));
  const sent = text(metadata, 'destination');
  const host = sent === undefined ? NOWHERE : parseHost(sent);
  const ip = addressOf(field(metadata, 'destination_ip')) ?? host.ip;
  return located({ domain: host.domain, ip, wellFormed: host.wellFormed });
}

/** What people call the destination of an issue: the name, or the address where there is none. */
export const destinationIn = ({ domain, ip }: IssueDetails): string | undefined => domain ?? ip;

const NOWHERE: Host = { wellFormed: true };

/** Says whether it is this very host; an address tells more than the name `localhost`. */
function located({ domain, ip, wellFormed }: Host): Destination | null {
  if (ip) {
    const loopback = isLoopback(ip);
    const named = domain !== undefined && (loopback || domain !== 'localhost');
    return { domain: named ? domain : undefined, ip, wellFormed, loopback };
  }
  return domain === undefined ? null : { domain, wellFormed, loopback: domain === 'localhost' };
}

type Host = Pick<Destination, 'domain' | 'ip' | 'wellFormed'>;

/**
 * What was looked up: a name, and all of it. Labels may hold any sign, and who asks chooses them: of what looks like a URL, a port or a
 * zone (`::1%x.evil.example`) the end says who hears of it.
 */
const parseQuery = (sent: string): Host => (sent.includes('%') ? named(sent) : judged(sent));

/** A name, an address, either with a port, or a URL. */
const parseHost = (sent: string): Host => judged(hostOf(sent.trim()));

function judged(host: string): Host {
  const ip = parseAddress(host);
  return ip ? { ip, wellFormed: true } : named(host);
}

function named(host: string): Host {
  const domain = normaliseName(host);
  if (domain !== null) return { domain, wellFormed: true };
  return { domain: host.toLowerCase().replace(/(?<=.)\.$/s, ''), wellFormed: false };
}

function hostOf(sent: string): string {
  if (!sent.includes(':') && !sent.startsWith('[')) return sent;
  if (sent.includes('://')) return hostOfUrl(sent) || sent;
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(sent)?.[1];
  return bracketed ?? /^([^:]+):\d{1,5}$/.exec(sent)?.[1] ?? sent;
}

/** The host of a URL, empty where it has none. Of schemes that it does not know the parser leaves the host as it was written, escaped. */
function hostOfUrl(sent: string): string {
  const host = URL.parse(sent)?.hostname ?? '';
  const known = host && URL.parse(`http://${host}`)?.hostname;
  return (known ?? host).replace(/^\[(.*)\]$/, '$1');
}

function addressOf(sent: unknown): Address | null {
  if (typeof sent !== 'string') return null;
  return parseAddress(hostOf(sent.trim()));
}

function isLoopback({ family, words }: Address): boolean {
  if (family === 4) return (words[0] ?? 0) >>> 24 === 127;
  return words.every((word, i) => word === (i === 3 ? 1 : 0));
}
