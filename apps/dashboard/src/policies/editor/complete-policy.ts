import { KEYS, LABELS_OF, VALUES, type Word } from './policy-words';

/** What could be written, and from which offset of the text on. */
export interface Completions {
  readonly from: number;
  readonly words: readonly Word[];
}

/** A line of a policy that says something. */
interface Line {
  /** Blanks before its key, those of a dash among them. */
  readonly indent: number;
  /** Begins an item of a list. */
  readonly dash: boolean;
  readonly key: string;
  readonly value: string;
}

const LINE = /^( *)(- +)?(?:["']?([\w-]*)["']?)(?:(:)(?: +(.*))?)?$/;

function lineOf(source: string): Line | null {
  const [, blanks = '', dash = '', key = '', , value = ''] = LINE.exec(source.trimEnd()) ?? [];
  return key === '' && dash === ''
    ? null
    : { indent: blanks.length + dash.length, dash: dash !== '', key, value };
}

/** What can be completed where somebody writes: keys that are not there yet, and values that can be counted. */
export function completePolicy(text: string, at: number): Completions | null {
  const begins = text.lastIndexOf('\n', at - 1) + 1;
  const written = text.slice(begins, at);
  const value = /^ *(?:- +)?(\w+): +(\w*)$/.exec(written);
  if (value) return offer(at, value[2] ?? '', VALUES.get(value[1] ?? ''));
  const key = /^( *)(- +)?(\w*)$/.exec(written);
  if (!key) return null;
  const [, blanks = '', dash = '', word = ''] = key;
  const here: Line = {
    ...{ indent: blanks.length + dash.length, dash: dash !== '' },
    ...{ key: word, value: '' },
  };
  const above = text.slice(0, begins).split('\n').slice(0, -1).reverse();
  const below = text.slice(at).split('\n').slice(1);
  return offer(at, word, keysAt(here, above, below));
}

const offer = (at: number, word: string, words?: readonly Word[]): Completions | null =>
  words && words.length > 0 ? { from: at - word.length, words } : null;

/** @param above the lines above, nearest first; @param below those below */
function keysAt(
  here: Line,
  above: readonly string[],
  below: readonly string[],
): readonly Word[] | undefined {
  const before = here.dash ? [] : around(here, above, 'up');
  const siblings = [...before, ...around(here, below, 'down')];
  const part = here.indent === 0 ? '' : parentOf(here, above);
  const platform = siblings.find(({ key }) => key === 'platform')?.value ?? '';
  const others = [...LABELS_OF].flatMap(([of, labels]) =>
    LABELS_OF.has(platform) && of !== platform ? labels : [],
  );
  const left = new Set([...siblings.map(({ key }) => key), ...others]);
  return KEYS.get(part)?.filter(({ label }) => !left.has(label));
}

/** The lines of the same part and the same item, in one direction. */
function around(
  { indent }: Line,
  sources: readonly string[],
  direction: 'up' | 'down',
): readonly Line[] {
  const found: Line[] = [];
  for (const line of sources.flatMap((source) => lineOf(source) ?? [])) {
    const ends = line.dash && line.indent === indent;
    if (line.indent < indent || (ends && direction === 'down')) break;
    if (line.indent === indent) found.push(line);
    if (ends) break;
  }
  return found;
}

/** The key under which a line stands; `?` where it is none that has keys of ours. */
function parentOf({ indent }: Line, above: readonly string[]): string {
  const parent = above
    .flatMap((source) => lineOf(source) ?? [])
    .find((line) => line.indent < indent);
  return parent && parent.indent === 0 ? parent.key : '?';
}
