import { type Address, bitAt, parseAddress } from './address';
import { normaliseName } from './name';

/** What a rule's pattern says, parsed. It never becomes a RegExp. */
export type Pattern =
  | { readonly kind: 'name'; readonly name: string }
  /** `*.name`: direct subdomains. */
  | { readonly kind: 'children'; readonly name: string }
  /** `**.name`: all nested subdomains, not the name itself. */
  | { readonly kind: 'descendants'; readonly name: string }
  /** The first `bits` bits of `words`; a single address is a range of its full length. */
  | {
      readonly kind: 'range';
      readonly family: 4 | 6;
      readonly words: readonly number[];
      readonly bits: number;
    }
  /** IPv4 octets; null stands for any. */
  | { readonly kind: 'octets'; readonly octets: readonly (number | null)[] }
  | { readonly kind: 'everything' };

/** Why a text is no pattern: a sentence that says what would be right. */
export interface PatternProblem {
  readonly kind: 'problem';
  readonly sentence: string;
}

const FORMS =
  'write a name (example.com), *.example.com, **.example.com, an address, a CIDR range (192.0.2.0/24) or octets (192.0.2.*)';
const LONGEST_PATTERN = 1024;

const refuse = (text: string, why: string): PatternProblem => ({
  kind: 'problem',
  sentence: `pattern ${JSON.stringify(text.slice(0, 80))} ${why}`,
});

/** Parses a pattern as `docs/detection.md` describes; anything else is refused. */
export function parsePattern(text: string): Pattern | PatternProblem {
  if (text.length === 0) return refuse(text, `is empty: ${FORMS}`);
  if (text.length > LONGEST_PATTERN) return refuse(text, 'is too long: a name has 253 characters');
  if (text.trim() !== text) return refuse(text, 'has blanks around it: remove them');
  if (text === '*') return { kind: 'everything' };
  if (text.includes('/')) return parseRange(text);
  if (text.includes('*') && /^[\d*]+(\.[\d*]+){3}$/.test(text)) return parseOctets(text);
  const address = addressOf(text);
  return address ? rangeOf(address, fullLength(address)) : parseName(text);
}

/** An address without a zone: which interface it is on, no rule can say. */
const addressOf = (text: string): Address | null =>
  text.includes('%') ? null : parseAddress(text);

const fullLength = ({ family }: Address): number => (family === 4 ? 32 : 128);

const rangeOf = ({ family, words }: Address, bits: number): Pattern => ({
  ...{ kind: 'range', family, words, bits },
});

/** No name has these: who writes them means an expression, which would match nothing. */
const OF_EXPRESSIONS = /[(){}$+?!,;=&'"`]/;

function parseName(text: string): Pattern | PatternProblem {
  const stars = /^\*{1,2}\./.exec(text)?.[0] ?? '';
  const rest = text.slice(stars.length);
  if (rest.includes('*'))
    return refuse(text, 'has a * in a place where none can stand: only *. or **. may begin a name');
  const name = normaliseName(rest);
  if (OF_EXPRESSIONS.test(name ?? rest))
    return refuse(text, `is no expression and no name: ${FORMS}`);
  if (name === null) return refuse(text, `is neither a domain name nor an address: ${FORMS}`);
  if (stars === '') return { kind: 'name', name };
  return { kind: stars === '*.' ? 'children' : 'descendants', name };
}

function parseRange(text: string): Pattern | PatternProblem {
  const slash = text.indexOf('/');
  const [base, length] = [text.slice(0, slash), text.slice(slash + 1)];
  const address = addressOf(base);
  if (!address)
    return refuse(
      text,
      'is not a CIDR range: what stands before the / is no address; of a URL write its host',
    );
  if (!/^\d{1,3}$/.test(length))
    return refuse(text, 'is not a CIDR range: write an address and a length, such as 192.0.2.0/24');
  const before = address.family === 4 && base.includes(':') ? 96 : 0;
  const refusal = wrongLength(address, Number(length), before);
  return refusal ? refuse(text, refusal) : rangeOf(address, Number(length) - before);
}

/** What is wrong with the length of a range, null where nothing is. `before`: bits that are written before those of the address. */
function wrongLength(address: Address, length: number, before: number): string | null {
  const [bits, full] = [length - before, fullLength(address)];
  if (bits < 0 || bits > full)
    return `has a length that cannot be: ${before} to ${before + full} are right for this address`;
  for (let i = bits; i < full; i += 1)
    if (bitAt(address.words, i) === 1)
      return `has bits set after the first ${length}: write the range's first address`;
  return null;
}

function parseOctets(text: string): Pattern | PatternProblem {
  const octets = text.split('.').map((part) => (part === '*' ? null : octet(part)));
  if (octets.some((o) => o !== null && Number.isNaN(o)))
    return refuse(text, 'has an octet that cannot be: each is * or a number from 0 to 255');
  if (octets.every((o) => o === null))
    return refuse(text, 'matches every IPv4 address: write 0.0.0.0/0 if that is meant');
  return { kind: 'octets', octets };
}

const octet = (part: string): number =>
  /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255 ? Number(part) : NaN;
