import { domainToUnicode } from 'node:url';
import { text } from '@parapet/contracts';
import { type Address, parseAddress } from '../address';
import { DOT, isTooLong, normaliseName } from '../name';
import { behindUser, hostIn, hostOf, partsOf, untilPath, type Url } from './host-in-url';
import {
  formerly,
  hostnameOf,
  isShort,
  mayBeOctal,
  readingsOf,
  unescaped,
  untilNul,
  withoutEnds,
} from './readings';

/** Where an observation went, or what it looked up. */
export interface Destination {
  /** In normal form; or as sent (lower case, no trailing dot) when it is no well-formed name. */
  readonly domain?: string | undefined;
  /** False: the name as sent is none that an allow rule may match. */
  readonly wellFormed: boolean;
  readonly ip?: Address | undefined;
  /** Where `destination_ip` is a list: the others, but those of this very host. */
  readonly besides?: readonly Address[];
  /** It went to this very host (127.0.0.0/8, ::1, localhost): never egress. */
  readonly loopback: boolean;
  /**
   * What else programs may take it for; read when it is asked, for whoever sends much that is odd makes much of it. Nobody can say which, so
   * that a rule that blocks one of these blocks it too.
   */
  readonly otherwise?: () => readonly Destination[];
}

/**
 * The destination of an observation: `destination`, `destination_ip`, and for DNS kinds `query`, which is then the only
 * one that counts (the other two name the resolver). Null when there is none.
 */
export function destinationOf(kind: string, metadata: unknown): Destination | null {
  const query = kind.startsWith('dns') ? text(metadata, 'query') : undefined;
  if (query !== undefined) return located(parseQuery(query.trim()));
  const [host, [reached, ...besides]] = endsOf(metadata);
  const more = besides.length > 0 && { besides };
  if (host.ip && reached && isOther(host.ip, reached))
    return { ...ofTwo(host.ip, reached), ...more };
  return located({ ...host, ip: reached ?? host.ip, ...more });
}

/** What was asked for, and the addresses that were reached, as far as they can be read: one, as a rule. */
function endsOf(metadata: unknown): readonly [asked: Host, reached: readonly Address[]] {
  const sent = text(metadata, 'destination')?.trim();
  const ip = text(metadata, 'destination_ip')?.trim();
  return [sent === undefined ? NOWHERE : parseHost(sent), ip === undefined ? [] : addressesIn(ip)];
}

/** Each once, in their order; one of this very host only where there is nothing else. */
function addressesIn(sent: string): readonly Address[] {
  const host = parseHost(sent);
  if (host.ip) return [host.ip];
  if (sent.length > LONGEST_ADDRESS || !SEPARATED.test(sent)) return [];
  const read = others(host).flatMap(({ ip }) => (ip ? [ip] : []));
  const away = read.filter((ip) => !isLoopback(ip));
  const told = away.length > 0 ? away : read.slice(0, 1);
  return [...new Map(told.map((ip) => [ip.text, ip])).values()];
}

/** Whether an address was asked for that is not the one that was reached; that something on this very host was asked for says nothing. */
const isOther = (asked: Address, reached: Address): boolean =>
  asked.text !== reached.text && !isLoopback(asked);

/** A service and what is behind it, or a proxy: the one that was asked for is told, rules are asked of both, and no allow rule of it alone. */
const ofTwo = (asked: Address, reached: Address): Destination => ({
  ...{ domain: asked.text, wellFormed: false, ip: reached, loopback: false },
  otherwise: () => [{ ip: asked, wellFormed: true, loopback: false }],
});

/** An address with its zone, and whatever programs write around it. */
const LONGEST_ADDRESS = 256;
/** What may be an address: a number alone may be anything. */
const SEPARATED = /[.:].*[.:]/;
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

const others = ({ otherwise }: Host): readonly Destination[] => otherwise?.() ?? [];

/**
 * What was looked up: a name, and all of it. Labels may hold any sign, and who asks chooses them: of what looks like a URL, a port or a
 * zone (`::1%x.evil.example`) the end says who hears of it.
 */
function parseQuery(sent: string): Host {
  const host = sent.includes('%') ? named(sent) : judged(sent);
  if (host.wellFormed && ORDINARY.test(sent)) return host;
  const readings = (): string[] => [...untilNul(sent), ...unescaped(sent), formerly(sent)];
  const otherwise = () => [...others(host), ...readings().flatMap((one) => found(named(one)))];
  return { ...host, otherwise };
}

/** Host and port, with a user before them or not. */
const HOST = /^(?:[^/?#\\]*@)?([^/?#\\@]+)/;
const PATH = /[/?#\\]/;
/** A colon without a port behind it may end a scheme, or a drive. */
const NO_PORT = /^[^:]*:$/;
/** As nearly all come. */
const PLAIN = /^[\w.-]+$/;
/** Signs that are seen, of one script. */
const ORDINARY = /^[!-~]*$/;

/** A name, an address, either with a port or a path, or a URL. */
function parseHost(sent: string): Host {
  if (!sent.includes('xn--')) {
    const plain = PLAIN.test(sent) ? judged(sent) : null;
    if (plain?.wellFormed) return plain;
    if (ORDINARY.test(sent)) return read(sent, sent);
  }
  const text = withoutEnds(sent);
  const flat = text.replace(/[\t\n\r]/g, '');
  const host = read(text, flat);
  const before = (): string => formerly(isTooLong(flat) ? flat : inOwnScript(flat));
  const otherwise = () => [...others(host), ...foundIn(before())];
  return { ...host, otherwise };
}

/** Label by label: of what is no name as a whole nothing else could be told. */
const inOwnScript = (host: string): string =>
  host
    .split('.')
    .map((label) => (label.startsWith('xn--') && domainToUnicode(label)) || label)
    .join('.');

/** @param flat what a reader of URLs takes it for: it drops some signs wherever they are */
function read(sent: string, flat: string): Host {
  const url = partsOf(flat);
  return url ? ofUrl(flat, url) : withoutScheme(sent);
}

/**
 * Whoever chooses the labels of a name may put the signs of a URL into all but the last one: where that has none, `a.example/b.example`
 * may be either, a host and its path or a name.
 */
function withoutScheme(sent: string): Host {
  const whole = judged(hostOf(sent));
  if (whole.wellFormed && !sent.includes(',')) return whole;
  const cut = HOST.exec(sent)?.[1] ?? '';
  const host = cut === sent ? whole : judged(hostOf(cut));
  const more = [...behindUser(sent), ...unescaped(untilPath(sent))];
  if (host.wellFormed && more.length === 0 && endsInPath(sent, cut)) return host;
  return unsure(called(sent, whole), [cut, ...unescaped(sent), ...more]);
}

/** What one of several hosts is says nothing of the others: neither a zone nor a label goes on behind a comma. */
const called = (sent: string, whole: Host): Host =>
  sent.includes(',')
    ? { domain: withoutDot(hostOf(sent).toLowerCase()), wellFormed: false }
    : { ...whole, wellFormed: false };

/** Whether what follows the host can be nothing but a path. */
const endsInPath = (sent: string, host: string): boolean =>
  PATH.test(sent.slice(sent.lastIndexOf('.') + 1)) && !host.includes(',') && !NO_PORT.test(host);

/** The host of a URL; where not all programs take it for the same one, or the parser refuses it, it is none and called as it was sent. */
function ofUrl(sent: string, url: Url): Host {
  const { upToPath, isUsual } = url;
  const hosts = hostsOf(url);
  if (hosts.every((host) => host === '')) return named(sent);
  const one = hosts.length === 1 ? agreedOn(sent, hosts[0] ?? '') : null;
  if (one?.wellFormed) return one;
  const called = { domain: (isUsual ? upToPath : sent).toLowerCase(), wellFormed: false };
  return unsure(called, [...hosts, ...(isUsual ? [] : [HOST.exec(sent)?.[1] ?? ''])]);
}

/** What programs take for the host of a URL: some begin the path, and some end the host, where others go on. */
function hostsOf({ authority, isUsual }: Url): readonly string[] {
  const isOdd = authority.includes('\\') || !isUsual;
  const ends = isOdd ? ['\\', /[\\@]/] : [];
  return [authority, ...ends.flatMap((end) => authority.split(end, 1))].map(hostIn);
}

/** The one host of a URL as the parser reads it; null where it refuses it, or others read another one. */
function agreedOn(url: string, host: string): Host | null {
  if (!isShort(host) || mayBeOctal(host) || host.includes(',')) return null;
  const [read] = hostnameOf(url);
  return read === undefined ? null : judged(read);
}

/** What goes by one name and may be any of these, however each of them is read. */
const unsure = (called: Host, hosts: readonly string[]): Host => ({
  ...called,
  otherwise: () => [...new Set(hosts.flatMap(readingsOf))].flatMap((host) => found(judged(host))),
});

const foundIn = (text: string): readonly Destination[] => found(read(text, text));

function found(host: Host): readonly Destination[] {
  const one = host.domain === '' ? null : located(host);
  return one ? [one, ...others(one)] : [];
}

function judged(host: string): Host {
  const ip = parseAddress(host.endsWith('.') ? host.slice(0, -1) : host);
  if (!ip) return named(host);
  if (!hasZoneLikeName(host)) return { ip, wellFormed: true };
  return { ...named(host), otherwise: () => found({ ip, wellFormed: true }) };
}

function named(host: string): Host {
  const domain = normaliseName(host);
  if (domain !== null) return { domain, wellFormed: true };
  if (isTooLong(host)) return { domain: withoutDot(host.toLowerCase()), wellFormed: false };
  const sent = asSent(host);
  const name = normaliseName(sent);
  if (name === null) return { domain: withoutDot(sent), wellFormed: false };
  // All of it is no name, though each label is one: so called it would be taken for one later on.
  const otherwise = (): readonly Destination[] => found({ domain: name, wellFormed: false });
  return { domain: withoutDot(host.toLowerCase()), wellFormed: false, otherwise };
}

const withoutDot = (name: string): string => name.replace(/(?<=.)\.$/s, '');

/** In lower case; each label that can be one in the form in which rules have it. */
function asSent(host: string): string {
  const lower = host.toLowerCase();
  if (isTooLong(lower)) return lower;
  const labels = lower.split(DOT);
  const name = labels.map((label) => normaliseName(label) ?? label).join('.');
  return parseAddress(name) ? lower : name;
}

/** Who asks DNS for what may be an address with a zone hears of the name. */
function hasZoneLikeName(address: string): boolean {
  const [zone, dot] = [address.indexOf('%'), address.lastIndexOf('.')];
  return zone !== -1 && dot > zone && /\D/.test(address.slice(dot + 1));
}

function isLoopback({ family, words }: Address): boolean {
  if (family === 4) return (words[0] ?? 0) >>> 24 === 127;
  return words.every((word, i) => word === (i === 3 ? 1 : 0));
}
