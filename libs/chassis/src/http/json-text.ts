import { Problem } from '@parapet/contracts';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Deepest nesting of a JSON text that is parsed at all. */
const MAX_JSON_DEPTH = 64;

/** Index of the quote that ends the string begun before `from`, or the text's length. */
function endOfString(text: string, from: number): number {
  for (let i = from; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i;
    if (code === BACKSLASH) i += 1;
  }
  return text.length;
}

const step = (code: number): number => {
  if (code === OPEN_LIST || code === OPEN_OBJECT) return 1;
  return code === CLOSE_LIST || code === CLOSE_OBJECT ? -1 : 0;
};

/**
 * Whether a JSON text nests deeper than `max`. One pass, no memory; right for every valid JSON text. `JSON.parse` itself takes any
 * depth, and whoever walks its result then overflows the stack.
 */
export function deeperThan(text: string, max: number): boolean {
  // So many brackets do not fit.
  if (text.length <= max) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i + 1);
    else if (code >= OPEN_LIST) {
      depth += step(code);
      if (depth > max) return true;
    }
  }
  return false;
}

/** Where the name may stand: any of its characters can be escaped, and all of them have codes from 5f to 74. */
const forbidden = /"__proto__|\\u00[5-7]/;
/** Escapes alone can write half of a surrogate pair: the bytes were UTF-8. */
const halves = /\\u[dD][89a-fA-F]/;

/**
 * Parses JSON that came from outside.
 * @param what how a problem calls it
 * @throws Problem when it is not JSON, nests deeper than 64 levels, or has a property `__proto__`.
 */
export function parseJson(text: string, what = 'The body'): unknown {
  if (text.startsWith('\ufeff'))
    throw new Problem('bad_request', `${what} begins with a byte order mark`, 'leave it out');
  if (deeperThan(text, MAX_JSON_DEPTH))
    throw new Problem(
      'bad_request',
      `JSON may nest at most ${MAX_JSON_DEPTH} levels deep`,
      'put less into each other',
    );
  try {
    return forbidden.test(text) ? JSON.parse(text, refuseProto) : JSON.parse(text);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const why = error instanceof Error ? error.message : '';
    const right = why.includes(' after JSON ') ? ONE_A_LINE : RIGHT;
    throw new Problem('bad_request', `${what} is not valid JSON`, `${printable(why)}; ${right}`);
  }
}

/** Parses JSON like `parseJson`. @throws Problem also for half of a surrogate pair, which no database keeps as it is. */
export function parseWholeJson(text: string): unknown {
  const value = parseJson(text);
  if (halves.test(text)) JSON.stringify(value, refuseHalves);
  return value;
}

function refuseHalves(key: string, value: unknown): unknown {
  if (key.isWellFormed() && !(typeof value === 'string' && !value.isWellFormed())) return value;
  throw new Problem(
    'bad_request',
    'A text contains half of a surrogate pair',
    'send both halves, or the character itself',
  );
}

function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__')
    throw new Problem('bad_request', 'A property __proto__ is not taken', 'leave it out');
  return value;
}

const RIGHT = 'names and texts stand in double quotes, and no comma before a closing bracket';
/** A file of lines comes as one line from `curl -d @file`. */
const ONE_A_LINE =
  'one value ends there; several are sent each on a line of its own, which curl keeps with --data-binary alone';

/** Parser messages quote what was sent around the place: half a password is one too many, and so are control characters. */
const printable = (text: string): string =>
  text
    .replace(/, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/su, '')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 200);
