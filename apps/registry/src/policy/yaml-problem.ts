import { Problem } from '@parapet/contracts';
import { type Event, EVENT_ID, YAMLException } from 'js-yaml';

const QUOTES =
  'a text that begins with one of * & ! % @ ` { [ or contains ": " or " #" must be in quotes';

const lineAt = (source: string, position: number): number => {
  let line = 1;
  for (let at = source.indexOf('\n'); at !== -1 && at < position; at = source.indexOf('\n', at + 1))
    line += 1;
  return line;
};

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 77)}…` : text);

/**
 * What is refused although it is YAML: more than one document, tags, anchors and aliases. An unquoted `*.example.com` is
 * an alias to YAML, and the sentence says to quote it.
 * @returns null when there is nothing of the kind.
 */
export function refusedFeature(source: string, events: readonly Event[]): Problem | null {
  const documents = events.filter((event) => event.type === EVENT_ID.DOCUMENT).length;
  if (documents !== 1)
    return new Problem(
      'invalid_yaml',
      documents === 0
        ? 'The YAML is empty; a policy needs name, type and rules'
        : 'The YAML holds several documents; send one policy, without ---',
    );
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
      ? new Problem('invalid_yaml', 'Tags are not allowed in a policy; leave out %TAG')
      : null;
  const at = (start: number, what: string): Problem =>
    new Problem('invalid_yaml', `Line ${lineAt(source, start)}: ${what}`);
  const { anchorStart, anchorEnd } = event;
  const anchor = shortened(source.slice(anchorStart, anchorEnd));
  if (event.type === EVENT_ID.ALIAS)
    return at(
      anchorStart,
      `*${anchor} without quotes is an alias in YAML, and aliases are not allowed; write "*${anchor}" in quotes`,
    );
  if (anchorStart >= 0)
    return at(
      anchorStart,
      `the anchor &${anchor} is not allowed; write the value out, or quote it`,
    );
  if (event.tagStart < 0) return null;
  const tag = shortened(source.slice(event.tagStart, event.tagEnd));
  return at(event.tagStart, `the tag ${tag} is not allowed; leave it out, or quote the text`);
}

/** The 400 for text that is not YAML, with the line. */
export function syntaxProblem(source: string, error: unknown): Problem {
  if (!(error instanceof YAMLException) || !error.mark)
    return new Problem('invalid_yaml', 'The body is not valid YAML', QUOTES);
  const line = error.mark.line + 1;
  const text = (source.split(/\r\n|\r|\n/, line)[line - 1] ?? '').slice(0, 1_000);
  if (/[-:]\s\s?\s?\s?\*/.test(text))
    return new Problem(
      'invalid_yaml',
      `Line ${line}: a text that begins with * is an alias in YAML; write the pattern in quotes, such as "*.example.com"`,
    );
  return new Problem('invalid_yaml', `Line ${line}: the YAML is wrong: ${error.reason}`, QUOTES);
}
