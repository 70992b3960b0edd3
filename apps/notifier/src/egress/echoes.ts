import { withoutSecrets } from '@parapet/contracts';
import { type Reading, readings } from './readings';

/** Headers whose values say nothing that must be kept. Every other one may be a secret, or is made with one. */
const TOLD: ReadonlySet<string> = new Set([
  'content-type',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
]);
/** A shorter value is no secret, and would be found everywhere. */
const SHORTEST_VALUE = 4;
/** Words of a value (`Bearer …`, `sha256=…`): longer than the names of the schemes. */
const SHORTEST_WORD = 8;
/** Words that are looked for of one value, the first ones: each is looked for in all that was answered, and a value may be full of them. */
const MOST_WORDS = 16;
/** Characters that are looked at of one answer, over and over: some milliseconds. Who would make it more is not told what was answered. */
const MOST_LOOKED_AT = 5_000_000;
/** What is found costs as much as so many characters. */
const AS_DEAR = 64;
/** By so many characters a value is looked for: where more nearly agree, a search may look at each of them for each of the text. */
const BEGIN = 6;
const MARK = '[redacted]';

/** The headers of a request as they may be kept: of those that say something secret, or are made with a secret, the names. */
export function toldHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const told = { ...headers };
  for (const name of Object.keys(told)) if (!isTold(name)) told[name] = MARK;
  return told;
}

const isTold = (name: string): boolean => TOLD.has(name.toLowerCase());

/** A login as frameworks show it that read it: all of it, and its password. */
function loginIn(value: string): string[] {
  const [, encoded] = /^basic +([a-z0-9+/]+=*)$/i.exec(value) ?? [];
  const login = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = login.indexOf(':');
  return colon < 0 ? [] : [login, login.slice(colon + 1)];
}

/** What a receiver may say again of a value: all of it, a word, or a login; nothing that is longer than all it said (`most`). */
function parts(value: string, most: number): string[] {
  const words = most < SHORTEST_WORD ? [] : value.split(/[\s,;=]+/);
  const long = words.filter((word) => word.length >= SHORTEST_WORD).slice(0, MOST_WORDS);
  const said = [value, ...long, ...loginIn(value)];
  return said.filter((part) => part.length >= SHORTEST_VALUE && part.length <= most);
}

/**
 * Hides whatever a value says in a text, and its end where that is the beginning of one that was cut off there.
 * @returns how many characters that took to look at
 */
function hide(hidden: Uint8Array, { text, beginOf }: Reading, value: string, cut: boolean): number {
  const begin = value.slice(0, BEGIN);
  let looked = text.length;
  for (let at = text.indexOf(begin); at >= 0 && looked <= MOST_LOOKED_AT;) {
    looked += AS_DEAR + value.length;
    const isThere = text.slice(at, at + value.length) === value;
    if (isThere) hidden.fill(1, beginOf(at), beginOf(at + value.length));
    at = text.indexOf(begin, isThere ? at + value.length : at + 1);
  }
  const last = cut ? text.at(-1) : undefined;
  for (let length = value.length - 1; length >= SHORTEST_VALUE; length -= 1) {
    if (value[length - 1] !== last) continue;
    looked += length;
    if (!text.endsWith(value.slice(0, length))) continue;
    hidden.fill(1, beginOf(text.length - length));
    break;
  }
  return looked;
}

function withoutHidden(text: string, hidden: Uint8Array): string {
  let [kept, from] = ['', 0];
  for (let begin = hidden.indexOf(1); begin >= 0; begin = hidden.indexOf(1, from)) {
    kept += text.slice(from, begin) + MARK;
    const end = hidden.indexOf(0, begin);
    from = end < 0 ? text.length : end;
  }
  return kept + text.slice(from);
}

/**
 * What a receiver answered, without the values of our headers that it said again (signatures, and headers that the owner of the
 * webhook keeps secret), and without secrets that the house gave out. Who may read deliveries need not know them. Values are looked
 * for, no expression is made of them: a receiver could answer so that to find out whether it matches would take hours. Where looking
 * takes too long all the same, nothing is kept of the answer.
 * @param cut the answer may have gone on after this text
 */
export function withoutEchoes(
  text: string,
  headers: Readonly<Record<string, string>>,
  cut: boolean,
): string {
  const most = cut ? Infinity : text.length;
  const secret = Object.keys(headers).filter((name) => !isTold(name));
  const said = [...new Set(secret.flatMap((name) => parts(headers[name] ?? '', most)))];
  if (said.length === 0) return withoutSecrets(text);
  const hidden = new Uint8Array(text.length);
  let looked = 0;
  for (const reading of readings(text, cut))
    for (const value of said) {
      looked += hide(hidden, reading, value, cut);
      if (looked > MOST_LOOKED_AT) return MARK;
    }
  return withoutSecrets(withoutHidden(text, hidden));
}
