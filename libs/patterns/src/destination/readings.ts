import { parseAddress } from '../address';
import { isTooLong } from '../name';

/** Hosts of a list that are looked at, as some databases take one. */
const MOST = 256;
const NOT_ASCII = /[^\0-\x7f]/;
const BLANK = 0x20;
const ESCAPED = /\\(?:(\d{3})|(\D))/g;
const LEADING_ZERO = /^(?=.*(?:^|\.)0\d)\d+(?:\.\d+){3}\.?$/;

/** Whether programs disagree about an IPv4 address: some take a zero before other digits for the sign of octal ones. */
export const mayBeOctal = (host: string): boolean => LEADING_ZERO.test(host);

/** Everything that some program takes for the host where this is written: the text, and what they make of parts of it. */
export function readingsOf(written: string): readonly string[] {
  const hosts = new Set(written.split(',').map((host) => host.trim()));
  const once = [...hosts].slice(0, MOST).flatMap((host) => [...waysOf(host)]);
  return [...new Set(once.flatMap((host) => [host, ...waysOf(host.trim())]))];
}

function* waysOf(host: string): Iterable<string> {
  yield host;
  yield* untilNul(host);
  if (host.includes(':') && !parseAddress(host)) yield withoutPort(host);
  yield* unescaped(host);
  if (mayBeOctal(host)) yield host.replace(/(^|\.)0+(?=\d)/g, '$1');
  if (!isShort(host)) return;
  yield* hostnameOf(`http://${host}`);
  if (NOT_ASCII.test(host)) yield formerly(host);
}

/** As readers of URLs take it: without blanks and signs that control at its ends. */
export function withoutEnds(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && text.charCodeAt(from) <= BLANK) from += 1;
  while (from < to && text.charCodeAt(to - 1) <= BLANK) to -= 1;
  return text.slice(from, to);
}

/** What stands before the first colon, whatever follows: the name of a service, a path, digits that are no decimal ones. */
const withoutPort = (host: string): string =>
  /^\[([^\]]*)\]/.exec(host)?.[1] ?? host.slice(0, host.indexOf(':'));

/** As programs read it that end a text at the first NUL; empty where there is none. */
export const untilNul = (text: string): readonly string[] =>
  text.includes('\0') ? text.split('\0', 1) : [];

/** As resolvers read `\DDD`, a sign by its number, and `\X`, the sign itself; empty where there is neither. */
export function unescaped(name: string): readonly string[] {
  if (!name.includes('\\')) return [];
  const read = name.replace(ESCAPED, (_, code?: string, sign = '') =>
    code === undefined ? String(sign) : String.fromCharCode(Number(code)),
  );
  return read === name ? [] : [read];
}

/** A name as IDNA of 2003 has it, by which some programs still go: of signs that nobody sees, of `ß` and of dots it thinks otherwise. */
export const formerly = (name: string): string =>
  name
    // These are put in order in time that grows by the square of how many there are.
    .replace(/\p{M}{64,}/gu, '\ufffd')
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\u1806]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');

/**
 * The host of a URL as the parser reads it; empty where it refuses it. Of schemes that it does not know it leaves the host as it was
 * written, escaped.
 */
export function hostnameOf(url: string): readonly string[] {
  const host = URL.parse(url)?.hostname;
  if (!host) return [];
  const known = URL.parse(`http://${host}`)?.hostname ?? host;
  return [known.replace(/^\[(.*)\]$/, '$1')];
}

/** Whether the parser may be asked: it drops some signs and decodes others before it looks at how long a name is. */
export function isShort(host: string): boolean {
  try {
    return !isTooLong(decodeURIComponent(host.replace(/[\t\n\r]/g, '')));
  } catch {
    // The parser refuses what cannot be decoded.
    return false;
  }
}
