import type { OpenAPIObject } from '@nestjs/swagger';
import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';
import { createOpenApi } from './create-openapi';

let house: TestHouse;
let document: OpenAPIObject;
beforeAll(async () => {
  house = await testHouse({ imports: [ProbeModule] });
  document = createOpenApi(house.app);
});
afterAll(() => house.close());

test('every route of the router is in the document, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = house.routes
    .list()
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(described.sort()).toEqual([...served].sort());
});

test('it is OpenAPI 3.0 and knows both kinds of token and all shapes of errors', () => {
  expect(document.openapi).toBe('3.0.3');
  expect(document.components?.securitySchemes).toMatchObject({
    user: { type: 'http', scheme: 'bearer' },
    agent: { type: 'http', scheme: 'bearer' },
  });
  expect(Object.keys(document.components?.schemas ?? {})).toEqual(
    expect.arrayContaining(['AgentErrorBody', 'CreationErrorBody', 'ErrorBody', 'Pagination']),
  );
});

test('a route asks for the kind of token that its access says, and names the permission', () => {
  expect(document.paths['/v1/issues']?.get?.security).toEqual([{ user: [] }]);
  expect(document.paths['/v1/issues']?.get?.description).toContain('`issues:read`');
  expect(document.paths['/v1/events_v2']?.put?.security).toEqual([{ agent: [] }]);
  expect(document.paths['/v1/open']?.get?.security).toEqual([]);
});

test('answers under /v1 have the headers that every answer has, others all but the limits', () => {
  const headers = document.paths['/v1/issues']?.get?.responses['200'];
  expect(headers).toHaveProperty('headers.X-Request-Id');
  expect(headers).toHaveProperty('headers.X-RateLimit-Remaining');
  const alive = document.paths['/healthz']?.get?.responses['200'];
  expect(alive).toHaveProperty('headers.Cache-Control');
  expect(alive).not.toHaveProperty('headers.X-RateLimit-Remaining');
});

test.each([
  ['/v1/events_v2', 'put', 401, 'AgentUnauthorized', 'AgentErrorBody'],
  ['/v1/agents', 'post', 400, 'CreationBadRequest', 'CreationErrorBody'],
  ['/v1/agents', 'post', 403, 'Forbidden', 'ErrorBody'],
  ['/v1/issues/{id}', 'get', 404, 'NotFound', 'ErrorBody'],
  ['/v1/issues', 'get', 429, 'TooManyRequests', 'ErrorBody'],
  ['/v1/tokens', 'post', 415, 'UnsupportedMediaType', 'ErrorBody'],
  ['/v1/tokens', 'post', 431, 'HeadersTooLarge', 'ErrorBody'],
  ['/healthz', 'get', 400, 'PlainBadRequest', 'ErrorBody'],
] as const)(
  '%s %s %i is described, in the shape of its route',
  (...[path, method, status, name, body]) => {
    const responses = document.paths[path]?.[method]?.responses;
    expect(responses?.[status]).toEqual({ $ref: `#/components/responses/${name}` });
    expect(document.components?.responses?.[name]).toMatchObject({
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${body}` } } },
    });
  },
);

test('what cannot happen on a route is not described', () => {
  expect(document.paths['/v1/open']?.get?.responses).not.toHaveProperty('401');
  expect(document.paths['/v1/events_v2']?.put?.responses).not.toHaveProperty('403');
  expect(document.paths['/v1/issues']?.get?.responses).not.toHaveProperty('413');
});

test('headers that some errors have alone are with them', () => {
  const { responses } = document.components ?? {};
  expect(responses?.['TooManyRequests']).toHaveProperty('headers.Retry-After');
  expect(responses?.['AgentUnauthorized']).toHaveProperty('headers.WWW-Authenticate');
  expect(responses?.['NotFound']).not.toHaveProperty('headers.Retry-After');
});

test('a reference leads to something that is described', () => {
  const text = JSON.stringify(document);
  const names = [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)];
  expect(names.length).toBeGreaterThan(20);
  for (const [, kind = '', name = ''] of names)
    expect(document.components).toHaveProperty([kind, name]);
});

test('it is the same each time it is made', () =>
  expect(JSON.stringify(createOpenApi(house.app))).toBe(JSON.stringify(document)));
