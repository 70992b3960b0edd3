/** A text as somebody may read it. */
export interface Reading {
  readonly text: string;
  /** Where a character of it begins in the text that was given; of the first that is not there, where that ends. */
  readonly beginOf: (at: number) => number;
}

/** How writers of one language write a sign otherwise. Each text is read from left to right, in one way. */
interface Escapes {
  readonly form: RegExp;
  readonly signOf: (found: RegExpExecArray) => string;
  /** The beginning of one, at the end of what was cut off in it. */
  readonly begun: RegExp;
}

const LAST_CODE = 0x10ffff;

function ofCode(digits: string, base: number): string {
  const code = parseInt(digits, base);
  return code > LAST_CODE ? '' : String.fromCodePoint(code);
}

/** Of JSON many writers escape more than they must. */
const JSON_TEXT: Escapes = {
  form: /\\u([0-9A-Fa-f]{4})|\\([^0-9A-Za-z\s])|\\t/g,
  signOf: ([, hex, sign]) => (hex === undefined ? (sign ?? '\t') : ofCode(hex, 16)),
  begun: /\\(?:u[0-9A-Fa-f]{0,3})?$/,
};

const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  apos: "'",
  lt: '<',
  gt: '>',
};
const HTML: Escapes = {
  form: /&(?:#x0*([0-9a-f]{1,6})|#0*(\d{1,7})|(quot|amp|apos|lt|gt));/gi,
  signOf: ([, hex, decimal, name = '']) => {
    if (hex !== undefined) return ofCode(hex, 16);
    return decimal === undefined ? (NAMED[name.toLowerCase()] ?? '') : ofCode(decimal, 10);
  },
  begun: /&(?:#(?:x[0-9a-f]*|\d*)|[a-z]{0,4})$/i,
};

/** Each byte of a sign by itself, as UTF-8 has it. */
const IN_URL: Escapes = {
  form: /%[0-7][0-9a-f]|%[c-f][0-9a-f](?:%[89ab][0-9a-f]){1,3}/gi,
  signOf: ([bytes]) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
  begun: /(?:%[c-f][0-9a-f])?(?:%[0-9a-f]?)?$/i,
};

/** What becomes of the bytes of a sign that was cut off in it. */
const PART_OF_A_SIGN = /\ufffd{1,3}$/;

/** Where what follows an escape begins: in what was made, and in what that was made from. */
type Place = readonly [made: number, from: number];

/** The last of these places, which are in order, that begins at a character or before it. Each is asked for thousands of times. */
function lastUpTo(places: readonly Place[], at: number): Place {
  let [first, end] = [0, places.length];
  while (end - first > 1) {
    const middle = (first + end) >> 1;
    if ((places[middle]?.[0] ?? 0) <= at) first = middle;
    else end = middle;
  }
  return places[first] ?? [0, 0];
}

/** Undoes the escapes of one language, each once: what it stands for is not read again. One that was cut off stands for nothing. */
function undone(
  { text, beginOf }: Reading,
  { form, signOf, begun }: Escapes,
  cut: boolean,
): Reading {
  const after: Place[] = [[0, 0]];
  let [plain, from] = ['', 0];
  for (const found of text.matchAll(form)) {
    plain += text.slice(from, found.index) + signOf(found);
    from = found.index + found[0].length;
    after.push([plain.length, from]);
  }
  const rest = text.slice(from);
  const whole = plain + (cut ? rest.replace(begun, '') : rest);
  const read = cut ? whole.replace(PART_OF_A_SIGN, '') : whole;
  if (from === 0) return { text: read, beginOf };
  return {
    text: read,
    beginOf: (at) => {
      const [made, begin] = lastUpTo(after, at);
      return beginOf(begin + at - made);
    },
  };
}

const WAYS: readonly (readonly Escapes[])[] = [
  ...[[], [JSON_TEXT], [HTML], [IN_URL]],
  ...[
    [HTML, JSON_TEXT],
    [JSON_TEXT, HTML],
  ],
];

/** Without one of these nothing is written otherwise. */
const ESCAPE = /[\\&%]/;

/**
 * A text as it is, and as it is meant where it is JSON, HTML, a part of a URL, or one within the other; each once.
 * @param cut the text may have gone on
 */
export function readings(text: string, cut: boolean): Iterable<Reading> {
  const asItIs: Reading = {
    text: cut ? text.replace(PART_OF_A_SIGN, '') : text,
    beginOf: (at) => at,
  };
  if (!ESCAPE.test(text)) return [asItIs];
  const all = WAYS.map((way) => way.reduce((read, escapes) => undone(read, escapes, cut), asItIs));
  return new Map(all.map((reading) => [reading.text, reading])).values();
}
