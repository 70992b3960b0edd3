/** Characters of a text that is kept of what an agent sent. */
export const LONGEST_TEXT = 512;

/** What an agent sent, bounded: well-formed Unicode of at most 512 characters. */
export const bounded = (text: string): string => text.slice(0, LONGEST_TEXT).toWellFormed();

/** What an agent sent: any JSON at all. Nothing here throws. */
type Metadata = Readonly<Record<string, unknown>>;

/** An own property, or undefined: `constructor` and its like are nothing special. */
export function field(from: unknown, name: string): unknown {
  if (!isRecord(from) || !Object.hasOwn(from, name)) return undefined;
  return from[name];
}

const isRecord = (value: unknown): value is Metadata => typeof value === 'object' && value !== null;

/** A property that is a text with something in it. */
export const text = (from: unknown, name: string): string | undefined => {
  const value = field(from, name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

/** The first of several names that is a text. */
export function firstText(from: unknown, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = text(from, name);
    if (value !== undefined) return value;
  }
  return undefined;
}
