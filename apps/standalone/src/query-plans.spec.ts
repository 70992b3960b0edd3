import { type Collection, EmbeddedReadModel, type Scalar } from '@parapet/readmodel';
import { type AnyDocument, everyShape } from './testing/every-shape';
import { type FilledHouse, filledHouse } from './testing/filled-house';
import { combinationsOf, type Question, QUESTIONS, wordsOf } from './testing/list-questions';
import { type Planned, planned, PreparedStatements } from './testing/prepared-statements';

/** Statements that look at more than an index picks for them, each with what bounds it. */
const MAY_SCAN = {
  'what the schema has: some hundred rows, looked at when the house starts':
    /from (sqlite_master|pragma_table_info|late_)/,
  'what a late index lacks: some thousand documents at most, put into its order':
    /^insert into "[\w.]+\.late" select .* row_id > \?/,
  'whether the log can be read: its first row': /^select 1 from topics limit 1$/,
  'what the log may forget: its oldest records, so many at a time':
    /^select count\(\*\) as seen, .* from \(select offset, time from "\w+\/\d" where offset >= \? order by offset limit \?\)$/s,
};

/**
 * Of an agent, or a destination, there are few enough to look at the entries of all of them for the other filters: an index for each
 * combination would cost every insert.
 */
const LOOKED_THROUGH = [
  'issues of agent_id',
  'issues of destination',
  'observations of agent_id, verdict',
  'observations of domain',
];

/** A query: the fields that it names, and the one that it is sorted by. */
interface Asked {
  readonly collection: Collection<AnyDocument>;
  readonly equal: Readonly<Partial<Record<string, Scalar>>>;
  readonly sort: string;
}

const statements = new PreparedStatements();
const calls = {
  declare: jest.spyOn(EmbeddedReadModel.prototype, 'declare').mock,
  page: jest.spyOn(EmbeddedReadModel.prototype, 'page').mock,
  tally: jest.spyOn(EmbeddedReadModel.prototype, 'tally').mock,
  claim: jest.spyOn(EmbeddedReadModel.prototype, 'claim').mock,
};
let house: FilledHouse;
let asked: readonly Asked[];
const withoutSecondPage: string[] = [];

beforeAll(async () => {
  house = await filledHouse();
  for (const { name } of collections()) doubleDocuments(name);
  for (const question of QUESTIONS) await askAll(question);
  asked = askedSoFar();
  for (const collection of collections()) await askEveryShape(collection);
  for (const store of calls.declare.contexts.slice(0, 1)) await store.sweep(Date.now());
});
afterAll(() => house.close());

const collections = (): readonly Collection<AnyDocument>[] => [
  ...new Map(calls.declare.calls.map(([collection]) => [collection.name, collection])).values(),
];

/** Puts a copy of each document behind it, so that whatever is listed has a second page. */
function doubleDocuments(table: string): void {
  const database = statements.databaseWith(table);
  const found = database.prepare('select name from pragma_table_info(?)').all(table);
  const columns = found.map((row) => String(row['name'])).filter((name) => name !== 'row_id');
  const another: Record<string, string> = {
    id: "id || '~'",
    doc: "json_set(doc, '$.id', id || '~')",
  };
  const copy = columns.map((column) => another[column] ?? column).join(', ');
  database.exec(`insert into "${table}" (${columns.join(', ')}) select ${copy} from "${table}"`);
}

/** The status that something has, by what it is. */
const STATUS = { deliveries: 'pending', agents: 'connected', issues: 'open' };

function valueOf({ path }: Question, parameter: string): string {
  const [, status] = Object.entries(STATUS).find(([list]) => path.includes(list)) ?? [];
  const value = parameter === 'status' ? status : house.values[parameter];
  if (value !== undefined) return value;
  throw new Error(`say in filled-house.ts which ${parameter} of ${path} lets something through`);
}

interface Page {
  readonly pagination: { readonly next_cursor: string | null };
}

/** Asks with every combination of filters, for a second page too where there are pages. */
async function askAll(question: Question): Promise<void> {
  const value = (parameter: string): string => valueOf(question, parameter);
  const path = question.path.replace(/\{(\w+)\}/g, (_, name: string) => value(name));
  const urlOf = (query: object): string =>
    `${path}?${new URLSearchParams({ ...query }).toString()}`;
  const combinations = combinationsOf(question, value);
  for (const query of [...combinations, ...wordsOf(question)]) await house.get(urlOf(query));
  for (const query of question.isPaged ? combinations : [])
    await askForPages(urlOf({ limit: 1, ...query }));
}

async function askForPages(url: string): Promise<void> {
  const { next_cursor } = (await house.get(url)).json<Page>().pagination;
  if (next_cursor === null) withoutSecondPage.push(url);
  else await house.get(`${url}&cursor=${next_cursor}`);
}

const askedSoFar = (): readonly Asked[] => [
  ...[...calls.page.calls, ...calls.tally.calls].map(([collection, { equal, sort }]) => ({
    ...{ collection, equal, sort },
  })),
  ...calls.claim.calls.map(([collection, { equal, due }]) => ({ collection, equal, sort: due })),
];

async function askEveryShape(collection: Collection<AnyDocument>): Promise<void> {
  const { store } = house;
  const { pages, tallies, claims } = everyShape(collection);
  for (const page of pages) await store.page(collection, page);
  for (const tally of tallies) await store.tally(collection, tally);
  for (const claim of claims) await store.claim(collection, claim);
  await store.write(collection, [
    { id: 'x', insert: {} },
    { id: 'x', set: {} },
  ]);
  await store.increment('x', 1, Date.now());
}

/** What is read from beginning to end is no table where it is the ids that a page leaves out. */
const isScan = ({ steps }: Planned): boolean =>
  steps.some((step) => /SCAN (?!CONSTANT ROW|json_each )|TEMP B-TREE/.test(step));
const scans = (): readonly Planned[] => statements.plans().filter(isScan);

/** Nothing for a query of which an index begins with the fields; else those fields that an index begins with. */
function lookedThrough({ collection, equal, sort }: Asked): string[] {
  const fields = Object.keys(equal);
  const picking = collection.indexes.filter(
    (index) => index.sort === sort && index.equal.every((field) => fields.includes(field)),
  );
  if (picking.some((index) => index.equal.length === fields.length)) return [];
  const holding = picking.find(({ also = [], ...index }) =>
    fields.every((field) => [...index.equal, ...also].includes(field)),
  );
  return [`${collection.name} of ${holding?.equal.join(', ')}`];
}

test('every list has a second page, whatever it is filtered by, so that it could be asked for', () => {
  expect(withoutSecondPage).toEqual([]);
  expect(QUESTIONS.filter(({ isPaged }) => isPaged).length).toBeGreaterThan(8);
});

test('whatever is asked of documents and log is an index scan without a sort', () => {
  const unknown = scans().filter(({ sql }) => !Object.values(MAY_SCAN).some((of) => of.test(sql)));
  expect(unknown).toEqual([]);
  expect(statements.plans().length).toBeGreaterThan(1_000);
});

test.each(Object.entries(MAY_SCAN))('%s', (_, statement) =>
  expect(scans().filter(({ sql }) => statement.test(sql))).not.toEqual([]),
);

test('an index begins with the fields that a query names, and goes on with the one it is sorted by', () => {
  expect([...new Set(asked.flatMap(lookedThrough))].sort()).toEqual(LOOKED_THROUGH);
  expect(asked.length).toBeGreaterThan(1_000);
});

test.each([
  ['a scan', 'select doc from "issues" where doc > ?'],
  ['a sort', 'select doc from "issues" where id > ? order by doc'],
  [
    'a sort of the last field',
    'select id from "issues" where f_severity = ? order by f_created_at, doc',
  ],
])('%s would be noticed', (_, sql) =>
  expect(isScan(planned(statements.databaseWith('issues'), sql))).toBe(true),
);
