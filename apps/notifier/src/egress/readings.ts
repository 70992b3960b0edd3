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

const ofCode = (digits: string, base: number): string =>
  String.fromCharCode(parseInt(digits, base));

/** Of JSON many writers escape more than they must. */
const JSON_TEXT: Escapes = {
  form: /\\u00([0-7][0-9A-Fa-f])|\\([^0-9A-Za-z\s])|\\t/g,
  signOf: ([, hex, sign]) => (hex === undefined ? (sign ?? '\t') : ofCode(hex, 16)),
  begun: /\\(?:u(?:0(?:0[0-7]?)?)?)?$/,
};

const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  apos: "'",
  lt: '<',
  gt: '>',
};
const HTML: Escapes = {
  form: /&(?:#x0*([0-9a-f]{1,2})|#0*(\d{1,3})|(quot|amp|apos|lt|gt));/gi,
  signOf: ([, hex, decimal, name = '']) => {
    if (hex !== undefined) return ofCode(hex, 16);
    return decimal === undefined ? (NAMED[name.toLowerCase()] ?? '') : ofCode(decimal, 10);
  },
  begun: /&(?:#(?:x[0-9a-f]*|\d*)|[a-z]{0,4})$/i,
};

const IN_URL: Escapes = {
  form: /%([0-7][0-9a-f])/gi,
  signOf: ([, hex = '']) => ofCode(hex, 16),
  begun: /%[0-7]?$/,
};

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
  const rest = cut ? text.slice(from).replace(begun, '') : text.slice(from);
  if (from === 0) return { text: rest, beginOf };
  return {
    text: plain + rest,
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
  const asItIs: Reading = { text, beginOf: (at) => at };
  if (!ESCAPE.test(text)) return [asItIs];
  const all = WAYS.map((way) => way.reduce((read, escapes) => undone(read, escapes, cut), asItIs));
  return new Map(all.map((reading) => [reading.text, reading])).values();
}
