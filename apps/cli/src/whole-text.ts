import { plain } from './plain-text';

/** Everything that an answer of the API says, a line each: what is nested with its dotted name. */
export function wholeText(answer: object): string[] {
  const fields = fieldsOf('', answer);
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}`.trimEnd());
}

function fieldsOf(prefix: string, value: unknown): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[prefix, String(value ?? '')]];
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return [[prefix, value.join(', ')]];
  return Object.entries(value).flatMap(([name, inner]) =>
    fieldsOf(prefix === '' ? name : `${prefix}.${name}`, inner),
  );
}
