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
}

const ofCode = (digits: string, base: number): string =>
  String.fromCharCode(parseInt(digits, base));

/** Of JSON many writers escape more than they must. */
const JSON_TEXT: Escapes = {
  form: /\\u00([0-7][0-9A-Fa-f])|\\([^0-9A-Za-z\s])|\\t/g,
  signOf: ([, hex, sign]) => (hex === undefined ? (sign ?? '\t') : ofCode(hex, 16)),
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
};

const IN_URL: Escapes = {
  form: /%([0-7][0-9a-f])/gi,
  signOf: ([, hex = '']) => ofCode(hex, 16),
};

/** Undoes the escapes of one language, each once: what it stands for is not read again. */
function undone({ text, beginOf }: Reading, { form, signOf }: Escapes): Reading {
  const begins: number[] = [];
  let [plain, from] = ['', 0];
  for (const found of text.matchAll(form)) {
    for (let i = from; i <= found.index; i += 1) begins.push(beginOf(i));
    plain += text.slice(from, found.index) + signOf(found);
    from = found.index + found[0].length;
  }
  if (from === 0) return { text, beginOf };
  for (let i = from; i <= text.length; i += 1) begins.push(beginOf(i));
  return { text: plain + text.slice(from), beginOf: (at) => begins[at] ?? beginOf(text.length) };
}

const WAYS: readonly (readonly Escapes[])[] = [
  ...[[], [JSON_TEXT], [HTML], [IN_URL]],
  ...[
    [HTML, JSON_TEXT],
    [JSON_TEXT, HTML],
  ],
];

/** A text as it is, and as it is meant where it is JSON, HTML, a part of a URL, or one within the other; each once. */
export function readings(text: string): Iterable<Reading> {
  const asItIs: Reading = { text, beginOf: (at) => at };
  const all = WAYS.map((way) => way.reduce(undone, asItIs));
  return new Map(all.map((reading) => [reading.text, reading])).values();
}
