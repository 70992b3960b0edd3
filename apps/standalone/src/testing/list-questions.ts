import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { subsetsOf } from './subsets-of';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly enum?: readonly string[] };
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** A route that is asked by GET, with the parameters of its query. */
export interface Question {
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** It answers pages, of as many items as asked for. */
  readonly isPaged: boolean;
}

const PAGING: ReadonlySet<string> = new Set(['limit', 'cursor']);
/** It never ends; what it asks of documents, other routes ask too. */
const ENDLESS = 'listenToStream';

const file = join(__dirname, '../../../gateway/openapi.json');
const { paths } = JSON.parse(readFileSync(file, 'utf8')) as Document;

/** Everything that the API document lets somebody ask. */
export const QUESTIONS: readonly Question[] = Object.entries(paths).flatMap(([path, { get }]) => {
  if (!get || get.operationId === ENDLESS) return [];
  const asked = get.parameters.filter((parameter) => parameter.in === 'query');
  return {
    path,
    parameters: asked.filter(({ name }) => !PAGING.has(name)),
    isPaged: asked.some(({ name }) => name === 'cursor'),
  };
});

type Query = Readonly<Record<string, string>>;

/**
 * Every combination of the parameters, each with a value that lets something through.
 * @param valueOf such a value
 */
export const combinationsOf = (
  { parameters }: Question,
  valueOf: (parameter: string) => string,
): readonly Query[] =>
  subsetsOf(parameters).map((some) =>
    Object.fromEntries(some.map(({ name }) => [name, valueOf(name)])),
  );

/** Each word that a parameter may be, by itself. */
export const wordsOf = ({ parameters }: Question): readonly Query[] =>
  parameters.flatMap(({ name, schema }) => (schema.enum ?? []).map((word) => ({ [name]: word })));
