/** A value that is an object; undefined for anything else. Metadata is whatever an agent sent: any JSON at all. */
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  isObject(value) ? value : undefined;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of its own, or undefined: `constructor` and its like are nothing special. */
export const member = (from: unknown, name: string): unknown =>
  isObject(from) && Object.hasOwn(from, name) ? from[name] : undefined;

/** The first of the members that is a text with something in it, or a number, as text. */
export function textIn(from: unknown, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = member(from, name);
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}
