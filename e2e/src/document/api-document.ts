import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A schema of OpenAPI 3.0. */
export interface Schema {
  readonly type?: string;
}
interface Reference {
  readonly $ref: string;
}
interface DescribedHeader {
  readonly required?: boolean;
  readonly schema: Schema;
}
export interface DescribedAnswer {
  readonly headers: Readonly<Record<string, DescribedHeader | Reference>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
export interface Operation {
  readonly responses: Readonly<Record<string, DescribedAnswer | Reference>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, DescribedHeader>>;
    readonly responses: Readonly<Record<string, DescribedAnswer>>;
  };
}

/** The committed API document: what the house serves, and what every answer of it must fit. */
export const DOCUMENT_FILE = resolve(__dirname, '../../../apps/gateway/openapi.json');
export const document = JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8')) as Document;

/** What a part of the document is, or what it refers to among the components of its kind. */
export function resolved<T extends object>(
  part: T | Reference,
  components: Readonly<Record<string, T>>,
): T {
  if (!('$ref' in part)) return part;
  const found = components[part.$ref.slice(part.$ref.lastIndexOf('/') + 1)];
  if (!found) throw new Error(`the API document refers to ${part.$ref}, which it lacks`);
  return found;
}

const patterns = Object.entries(document.paths).map(([path, operations]) => ({
  segments: path.split('/'),
  operations,
}));

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** What the document says of a path as it was sent: an operation for each method, in lower case; null when it does not know it. */
export function operationsOf(target: string): Readonly<Record<string, Operation>> | null {
  const segments = (target.split(/[?#]/, 1)[0] ?? '').split('/').map(decoded);
  const found = patterns.filter(
    (pattern) =>
      pattern.segments.length === segments.length &&
      pattern.segments.every((part, i) => part === segments[i] || part.startsWith('{')),
  );
  return found[0]?.operations ?? null;
}
