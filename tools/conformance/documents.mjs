const SEPARATOR = /^\|[\s:|-]+\|$/;
const LIST_MARK = /^\s*(?:[-*]|\d+\.)\s+/;
const WORD = /[\p{L}\p{N}]/u;

/** One blank for any run of them: where a page breaks its lines says nothing. */
export const normal = (text) => text.replaceAll(/\s+/g, ' ').trim();

/**
 * What each section of a Markdown page says, by its heading: its lines joined by blanks, without the marks of lists and
 * without the head of a table.
 */
export function sectionsOf(markdown) {
  const sections = new Map();
  const lines = markdown.split('\n');
  let said;
  for (const [at, line] of lines.entries()) {
    const heading = /^#+ (.*)$/.exec(line)?.[1];
    if (heading !== undefined) sections.set(heading, (said = []));
    else if (!isTableHead(lines, at)) said?.push(line.replace(LIST_MARK, ''));
  }
  return new Map([...sections].map(([heading, texts]) => [heading, normal(texts.join(' '))]));
}

const isTableHead = (lines, at) =>
  SEPARATOR.test(lines[at]) || (SEPARATOR.test(lines[at + 1] ?? '') && lines[at].startsWith('|'));

/** What of a text none of the quotes says; nothing when all its words are in one of them. Quotes must be in it. */
export function leftOf(text, quotes) {
  const covered = Array(text.length).fill(false);
  for (const quote of quotes) {
    const begin = text.indexOf(quote);
    covered.fill(true, begin, begin + quote.length);
  }
  return [...runs(text, covered)].filter((run) => WORD.test(run));
}

/** The stretches of the text that are not covered, without blanks around them. */
function* runs(text, covered) {
  let begin = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const open = at < text.length && !covered[at];
    if (open && begin < 0) begin = at;
    if (!open && begin >= 0) {
      yield text.slice(begin, at).trim();
      begin = -1;
    }
  }
}
