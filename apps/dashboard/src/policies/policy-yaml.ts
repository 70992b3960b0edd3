import type { PolicyDocumentView } from '../api/generated/types.gen';

/** Texts that mean themselves in YAML without quotes; many more do. */
const PLAIN = /^[A-Za-z][\w ./@()-]*(?<! )$|^\d+(\.\d+){3}(\/\d+)?$/;
const WORDS_OF_YAML = /^(true|false|null|yes|no|on|off|y|n)$/i;
/** What is not seen, and what is half a character. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Lines that a block of YAML keeps as they are. */
const LINES = /^[^\s\p{C}][^\p{C}]*(\n([^\s\p{C}][^\p{C}]*)?)*(?<!\n)\n?$/u;

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

/** A text in one line; nothing of it is hidden. */
const text = (value: string): string =>
  PLAIN.test(value) && !WORDS_OF_YAML.test(value)
    ? value
    : JSON.stringify(value).replace(UNSEEN, escaped);

const inside = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line === '' ? '' : `  ${line}`));

const isFilled = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

function entry(key: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (isFilled(value)) return [`${text(key)}:`, ...inside(linesOf(value))];
  if (typeof value !== 'string' || !value.includes('\n') || !LINES.test(value))
    return [`${text(key)}: ${linesOf(value).join('')}`];
  const ended = value.endsWith('\n');
  const lines = (ended ? value.slice(0, -1) : value).split('\n');
  return [`${text(key)}: ${ended ? '|' : '|-'}`, ...inside(lines)];
}

function item(value: unknown): readonly string[] {
  const [first = '', ...rest] = linesOf(value);
  return [`- ${first}`, ...inside(rest)];
}

function linesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [text(value)];
  if (!isFilled(value)) return [JSON.stringify(value)];
  return Array.isArray(value)
    ? value.flatMap(item)
    : Object.entries(value).flatMap(([key, inner]) => entry(key, inner));
}

/** What a person wrote of a policy, in the order in which it is read; without what the house added. */
export const documentOf = (policy: PolicyDocumentView): PolicyDocumentView => ({
  ...{ name: policy.name, type: policy.type, scope: policy.scope, selector: policy.selector },
  ...{ rules: policy.rules, enabled: policy.enabled },
  ...{ description: policy.description, metadata: policy.metadata },
});

/** A policy as YAML that can be edited and sent back. Equal policies are equal texts, so that texts of versions can be compared. */
export const policyYaml = (policy: PolicyDocumentView): string =>
  `${linesOf(documentOf(policy)).join('\n')}\n`;
