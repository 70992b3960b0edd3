import { withoutSecrets } from '@parapet/contracts';
import { unescaped } from './unescaped';

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
const MARK = '[redacted]';

/** The headers of a request as they may be kept: of those that say something secret, or are made with a secret, the names. */
export function toldHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const told = { ...headers };
  for (const name of Object.keys(told)) if (!isTold(name)) told[name] = MARK;
  return told;
}

const isTold = (name: string): boolean => TOLD.has(name.toLowerCase());

const longestFirst = (values: Iterable<string>): string[] =>
  [...new Set(values)].toSorted((a, b) => b.length - a.length);

/**
 * The forms in which a receiver may say a value again: whole, word by word, and each as JSON writes it; none that is longer than all
 * it said (`most`).
 */
function forms(value: string, most: number): string[] {
  const words = most < SHORTEST_WORD ? [] : value.split(/[\s,;=]+/);
  return [value, ...words.filter((word) => word.length >= SHORTEST_WORD)]
    .filter((form) => form.length >= SHORTEST_VALUE && form.length <= most)
    .flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
}

/** With one of these a sign is written otherwise: in JSON, in HTML, in URLs. */
const ESCAPE = /[\\%&]/;

/** What to look for where escapes are undone: a value may itself look as if there were some in it. */
const readAgain = (values: readonly string[]): string[] => [
  ...values,
  ...values
    .filter((value) => ESCAPE.test(value))
    .map((value) => unescaped(value).text)
    .filter((value) => value.length >= SHORTEST_WORD),
];

/**
 * The text without values of which signs may be written otherwise. Each value is looked for, no expression is made of it: a receiver
 * could answer so that to find out whether it matches would take hours.
 */
function withoutEscaped(text: string, values: readonly string[]): string {
  const { text: plain, begins } = unescaped(text);
  const hidden = new Uint8Array(text.length);
  for (const value of readAgain(values))
    for (let at = plain.indexOf(value); at >= 0; at = plain.indexOf(value, at + value.length))
      hidden.fill(1, begins[at], begins[at + value.length]);
  return withoutHidden(text, hidden);
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

/** The text without its end, when that is the beginning of a value that was cut off there. */
function withoutCutEnd(text: string, value: string): string {
  for (let length = value.length - 1; length >= SHORTEST_VALUE; length -= 1)
    if (text.endsWith(value.slice(0, length))) return text.slice(0, -length) + MARK;
  return text;
}

/**
 * What a receiver answered, without the values of our headers that it said again (signatures, and headers that the owner of the
 * webhook keeps secret), and without secrets that the house gave out. Who may read deliveries need not know them.
 * @param cut the answer went on after this text
 */
export function withoutEchoes(
  text: string,
  headers: Readonly<Record<string, string>>,
  cut: boolean,
): string {
  const most = cut ? Infinity : text.length;
  const secret = Object.keys(headers).filter((name) => !isTold(name));
  const said = longestFirst(secret.flatMap((name) => forms(headers[name] ?? '', most)));
  const plain = said.reduce((left, value) => left.replaceAll(value, () => MARK), text);
  const whole = ESCAPE.test(plain) ? withoutEscaped(plain, said) : plain;
  return withoutSecrets(cut ? said.reduce(withoutCutEnd, whole) : whole);
}
