import type { NewAgentBody } from '../api/generated/types.gen';
import { givenTwice } from '../components/given-twice';
import type { Platform } from './agent-words';

/** What somebody says of a new agent. */
export interface NewAgent {
  readonly name: string;
  readonly os: string;
  readonly kind: Platform;
  readonly ip: string;
  /** Each `key=value`. */
  readonly labels: readonly string[];
}

export type NewAgentField = keyof NewAgent;

export const NO_AGENT: NewAgent = { name: '', os: 'linux', kind: 'kubernetes', ip: '', labels: [] };

const SEPARATOR = '=';

/** The labels that are no `key=value`. */
export const brokenLabels = (labels: readonly string[]): readonly string[] =>
  labels.filter((label) => label.indexOf(SEPARATOR) < 1);

/** A key that more than one label has: only the last of them would be kept. Undefined where there is none. */
export const keyGivenTwice = (labels: readonly string[]): string | undefined =>
  givenTwice(labels.map((label) => split(label)[0]));

/** As the API takes it. */
export function bodyOf({ name, os, kind, ip, labels }: NewAgent): NewAgentBody {
  return {
    ...{ name, os, kind },
    ...(ip.trim() && { ip: ip.trim() }),
    ...(labels.length > 0 && { labels: Object.fromEntries(labels.map(split)) }),
  };
}

function split(label: string): readonly [string, string] {
  const end = label.indexOf(SEPARATOR);
  return [label.slice(0, end).trim(), label.slice(end + 1).trim()];
}

/** Words of the API's sentences, and the field they speak of. */
const SPEAKS_OF: readonly (readonly [RegExp, NewAgentField])[] = [
  [/\blabels?\b/, 'labels'],
  [/\bkind\b/, 'kind'],
  [/\bname\b/, 'name'],
  [/\bos\b/, 'os'],
  [/\bip\b/, 'ip'],
];

/**
 * A sentence of `POST /v1/agents`, such as `invalid agent: name is required,invalid ip`, taken apart: what it says of each field.
 * Empty where it speaks of none.
 */
export function mistakesIn(sentence: string): Partial<Record<NewAgentField, string>> {
  const parts = sentence.replace(/^invalid agent: /, '').split(',');
  return Object.fromEntries(
    parts.flatMap((part) => {
      const field = SPEAKS_OF.find(([words]) => words.test(part))?.[1];
      return field === undefined ? [] : [[field, part]];
    }),
  );
}
