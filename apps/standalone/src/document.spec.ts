import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestHouse, testHouse } from '@parapet/chassis/testing';
import { PAGE_PATHS } from '@parapet/gateway';
import { StandaloneModule } from './standalone.module';

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The committed one. */
const { paths } = JSON.parse(
  readFileSync(join(__dirname, '../../gateway/openapi.json'), 'utf8'),
) as Document;
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    ...{ name: `${method.toUpperCase()} ${path}`, path, operation },
  })),
);

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [StandaloneModule] });
});
afterAll(() => house.close());

/** Of the dashboard: no part of the API. */
const PAGES: ReadonlySet<string> = new Set([...PAGE_PATHS, '/assets/:file', '/favicon.svg']);

const routes = () =>
  house.routes
    .list()
    .filter(({ path }) => !PAGES.has(path))
    .map(({ method, path, access }) => ({
      ...{ name: `${method} ${path.replace(/:(\w+)/g, '{$1}')}`, access },
    }));

test('what is no part of the API are the files of the dashboard, which anybody may read', () => {
  const pages = house.routes.list().filter(({ path }) => PAGES.has(path));
  expect(pages.map(({ path }) => path).sort()).toEqual([...PAGES].sort());
  expect(
    pages.filter(({ method, access }) => method !== 'GET' || access?.who !== 'anyone'),
  ).toEqual([]);
});

test('the document has every route that the router has, and no other', () => {
  const served = routes().map(({ name }) => name);
  expect(served.length).toBeGreaterThan(30);
  expect(operations.map(({ name }) => name).sort()).toEqual(served.sort());
});

test('it asks for the token, and names the permission, that the router asks for', () => {
  const byName = new Map(operations.map(({ name, operation }) => [name, operation]));
  for (const { name, access } of routes()) {
    const who = access?.who ?? 'anyone';
    const security = who === 'anyone' ? [] : [{ [who]: [] }];
    expect([name, byName.get(name)?.security]).toEqual([name, security]);
    if (access?.who === 'user' && access.permission !== null)
      expect([name, byName.get(name)?.description]).toEqual([
        name,
        expect.stringContaining(`\`${access.permission}\``),
      ]);
  }
});

test('the parameters of a path are those that are described, by the same names', () => {
  for (const { name, path, operation } of operations) {
    const described = operation.parameters.filter((parameter) => parameter.in === 'path');
    const written = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect([name, described.map((parameter) => parameter.name)]).toEqual([name, written]);
  }
});

test('every operation has a name for generated clients, of its own, and a summary', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(operations.filter(({ operation }) => !operation.summary)).toEqual([]);
});
