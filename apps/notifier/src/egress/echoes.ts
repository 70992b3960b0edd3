import { withoutSecrets } from '@parapet/contracts';

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
const NAMED_IN_HTML: Readonly<Record<string, string>> = {
  ...{ '"': 'quot', '&': 'amp', "'": 'apos', '<': 'lt', '>': 'gt' },
};

/** Finds a sign, also as writers of JSON (of which many escape more than they must), HTML and URLs write it. */
function spelled(sign: string): string {
  if (/[a-z0-9]/i.test(sign)) return sign;
  const code = sign.charCodeAt(0);
  const hex = code.toString(16).padStart(2, '0');
  const name = NAMED_IN_HTML[sign];
  const html = [`#0*${code}`, `#x0*${hex}`, ...(name === undefined ? [] : [name])].join('|');
  return `(?:\\\\?\\x${hex}|\\\\u00${hex}|%${hex}|&(?:${html});)`;
}

/** The text without a value of which signs may be written otherwise. */
const withoutSpelled = (text: string, value: string): string =>
  /[^a-z0-9]/i.test(value)
    ? text.replace(new RegExp(Array.from(value, spelled).join(''), 'gi'), () => MARK)
    : text;

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
  const whole = ESCAPE.test(plain) ? said.reduce(withoutSpelled, plain) : plain;
  return withoutSecrets(cut ? said.reduce(withoutCutEnd, whole) : whole);
}
