import { Problem } from '@parapet/contracts';
import { type Event, EVENT_ID, SCALAR_STYLE, YAMLException } from 'js-yaml';
import { offsetOf } from './yaml-offset';
import { problemAt } from './yaml-place';

const QUOTES =
  'a text that begins with one of * & ! % @ ` { [ or contains ": " or " #" must be in quotes';
/** A file comes so from `curl -d @file`. */
const LINES = `${QUOTES}; of a file curl keeps the lines with --data-binary alone`;

/** What is no matter of quotes, and what mends it. */
const OTHER_ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^duplicated mapping key/, 'give each key once'],
  [/^nesting exceeded/, 'write it with fewer levels'],
  [/^null byte|^the stream contains non-printable/, 'leave out what cannot be seen'],
  [/^tab characters/, 'indent with blanks'],
];

const adviceOn = (reason: string, source: string): string =>
  OTHER_ADVICE.find(([of]) => of.test(reason))?.[1] ?? (isJoined(reason, source) ? LINES : QUOTES);

const isJoined = (reason: string, source: string): boolean =>
  reason.startsWith('bad indentation of a mapping') && !/[\r\n]/.test(source.trimEnd());

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 77)}…` : text);

const refusal = (message: string, advice: string): Problem =>
  new Problem('invalid_yaml', message, advice);

/**
 * What is refused although it is YAML: more than one document, tags, anchors, aliases and merge keys. An unquoted `*.example.com` is
 * an alias to YAML, and the advice says to quote it.
 * @returns null when there is nothing of the kind.
 */
export function refusedFeature(source: string, events: readonly Event[]): Problem | null {
  const documents = events.flatMap(({ type }, index) => (type === EVENT_ID.DOCUMENT ? index : []));
  if (documents.length === 0)
    return problemAt(
      source,
      0,
      refusal('The YAML is empty', 'a policy needs name, type and rules'),
    );
  const second = documents[1];
  if (second !== undefined) {
    const begins = events
      .slice(second)
      .map(offsetOf)
      .find((offset) => offset >= 0);
    const found = refusal('The YAML holds several documents', 'send one policy, without ---');
    return problemAt(source, begins ?? source.length, found);
  }
  for (const event of events) {
    const found = featureOf(source, event);
    if (found) return found;
  }
  return null;
}

function featureOf(source: string, event: Event): Problem | null {
  if (event.type === EVENT_ID.POP) return null;
  if (event.type === EVENT_ID.DOCUMENT)
    return event.directives.some((directive) => directive.kind === 'tag')
      ? problemAt(source, source.search(/^%TAG/m), TAG_DIRECTIVE)
      : null;
  const { anchorStart, anchorEnd } = event;
  const anchor = shortened(source.slice(anchorStart, anchorEnd));
  if (event.type === EVENT_ID.ALIAS) return problemAt(source, anchorStart - 1, anAlias(anchor));
  if (anchorStart >= 0) return problemAt(source, anchorStart - 1, anAnchor(anchor));
  if (event.tagStart >= 0) {
    const tag = shortened(source.slice(event.tagStart, event.tagEnd));
    return problemAt(source, event.tagStart, aTag(tag));
  }
  return isMerge(source, event) ? problemAt(source, offsetOf(event), A_MERGE) : null;
}

/** Quoted it is a text like any other. */
const isMerge = (source: string, event: Event): boolean =>
  event.type === EVENT_ID.SCALAR &&
  event.style === SCALAR_STYLE.PLAIN &&
  source.slice(event.valueStart, event.valueEnd) === '<<';

const TAG_DIRECTIVE = refusal('Tags are not allowed in a policy', 'leave out %TAG');

const A_MERGE = refusal('Merge keys (<<) are not allowed', 'write the values out');

const A_STAR = refusal(
  'A text that begins with * is an alias in YAML',
  'write the pattern in quotes, such as "*.example.com"',
);

const anAlias = (name: string): Problem =>
  refusal(
    `*${name} without quotes is an alias in YAML, and aliases are not allowed`,
    `write "*${name}" in quotes`,
  );

const anAnchor = (name: string): Problem =>
  refusal(`The anchor &${name} is not allowed`, 'write the value out, or quote it');

const aTag = (tag: string): Problem =>
  refusal(`The tag ${tag} is not allowed`, 'leave it out, or quote the text');

/** The 400 for text that is not YAML, with its place. */
export function syntaxProblem(source: string, error: unknown): Problem {
  if (!(error instanceof YAMLException) || !error.mark)
    return problemAt(source, 0, refusal('The body is not valid YAML', QUOTES));
  const { line, column, position } = error.mark;
  const text = (source.split(/\r\n|\r|\n/, line + 1)[line] ?? '').slice(0, 1_000);
  const star = /[-:]\s\s?\s?\s?(?=\*)/.exec(text);
  if (star) return problemAt(source, position - column + star.index + star[0].length, A_STAR);
  const { reason } = error;
  const advice = adviceOn(reason, source);
  return problemAt(source, position, refusal(`The YAML is wrong: ${reason}`, advice));
}
