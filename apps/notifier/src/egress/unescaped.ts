/**
 * One sign as writers of JSON (of which many escape more than they must), HTML and URLs write it. No two of its forms can be read in
 * the same place, so that a text is read once, from left to right.
 */
const ESCAPED =
  /\\u00([0-7][0-9a-f])|%([0-7][0-9a-f])|&#x0*([0-9a-f]{1,2});|&#0*(\d{1,3});|&(quot|amp|apos|lt|gt);|\\([^a-z0-9\s])|\\t/gi;
const NAMED_IN_HTML: Readonly<Record<string, string>> = {
  ...{ quot: '"', amp: '&', apos: "'", lt: '<', gt: '>' },
};

/** A text as somebody may read it. */
export interface Reading {
  readonly text: string;
  /** Where a character of it begins in the text that was given; of the first that is not there, where that ends. */
  readonly beginOf: (at: number) => number;
}

export const asItIs = (text: string): Reading => ({ text, beginOf: (at) => at });

/** Undoes the escapes of a text, each once: what it stands for is not read again. */
export function unescaped(given: string): Reading {
  const begins: number[] = [];
  let [text, from] = ['', 0];
  for (const found of given.matchAll(ESCAPED)) {
    for (let i = from; i <= found.index; i += 1) begins.push(i);
    text += given.slice(from, found.index) + signOf(found);
    from = found.index + found[0].length;
  }
  for (let i = from; i <= given.length; i += 1) begins.push(i);
  return { text: text + given.slice(from), beginOf: (at) => begins[at] ?? given.length };
}

function signOf([, inJson, inUrl, inHtml, decimal, name, sign]: RegExpExecArray): string {
  const hex = inJson ?? inUrl ?? inHtml;
  if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  if (name !== undefined) return NAMED_IN_HTML[name.toLowerCase()] ?? '';
  return sign ?? '\t';
}
