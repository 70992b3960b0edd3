import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly responses: Readonly<
    Record<
      string,
      { readonly content?: Readonly<Record<string, { schema: Schema; example?: string }>> }
    >
  >;
}
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
const file = resolve(__dirname, '../../gateway/openapi.json');
const { components, paths } = JSON.parse(readFileSync(file, 'utf8')) as Document;

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});

/** The dotted paths of all fields that a schema names. */
function fieldsOf(schema: Schema): string[] {
  const { allOf = [], properties = {} } = resolved(schema);
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const inner = fieldsOf(field);
    return inner.length === 0 ? [name] : inner.map((path) => `${name}.${path}`);
  });
  return [...allOf.flatMap(fieldsOf), ...own];
}

interface CsvList {
  readonly path: string;
  readonly columns: readonly string[];
  readonly fields: readonly string[];
}

const columnsOf = (header: string): string[] =>
  header
    .trimEnd()
    .split(',')
    .map((cell) => cell.slice(1, -1));

/** The columns and fields of a list that is to be had as CSV; nothing for any other. */
function csvList(path: string, get: Operation | undefined): CsvList[] {
  const { 'text/csv': csv, 'application/json': json } = get?.responses['200']?.content ?? {};
  if (csv?.example === undefined || json === undefined) return [];
  const columns = columnsOf(csv.example);
  const item = resolved(json.schema).properties?.['data']?.items ?? {};
  return [{ path, columns, fields: fieldsOf(item) }];
}
const lists = Object.entries(paths).flatMap(([path, { get }]) => csvList(path, get));

/** What is downloaded as NDJSON, whose lines the document can only name. */
const download: CsvList = {
  path: '/v1/issues/export',
  columns: columnsOf(
    paths['/v1/issues/export']?.['get']?.responses['200']?.content?.['text/csv']?.example ?? '',
  ),
  fields: fieldsOf({ $ref: '#/components/schemas/IssueRecordView' }),
};

test('some lists are to be had as CSV', () =>
  expect(lists.map(({ path }) => path)).toEqual(['/v1/audit', '/v1/events', '/v1/issues']));

/** The same field, or one inside it where the document leaves open what that is. */
const within = (path: string, field: string): boolean => `${path}.`.startsWith(`${field}.`);

test.each([...lists, download])(
  'the CSV of $path has columns for each field of the JSON, and no others',
  ({ columns, fields }) => {
    expect(fields.length).toBeGreaterThan(3);
    expect(fields.filter((field) => !columns.some((path) => within(path, field)))).toEqual([]);
    expect(columns.filter((path) => !fields.some((field) => within(path, field)))).toEqual([]);
  },
);
