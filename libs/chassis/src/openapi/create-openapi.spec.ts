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

test('a route asks for the kind of token that its access says', () => {
  expect(document.paths['/v1/issues']?.get?.security).toEqual([{ user: [] }]);
  expect(document.paths['/v1/events_v2']?.put?.security).toEqual([{ agent: [] }]);
  expect(document.paths['/v1/open']?.get?.security).toBeUndefined();
});

test('answers under /v1 have the headers that every answer has', () => {
  const headers = document.paths['/v1/issues']?.get?.responses['200'];
  expect(headers).toHaveProperty('headers.X-Request-Id');
  expect(headers).toHaveProperty('headers.X-RateLimit-Remaining');
});

test('errors that the door gives are described, in the shape of their route', () => {
  const answer = (path: string, method: 'post' | 'put' | 'get', status: number): string =>
    JSON.stringify(document.paths[path]?.[method]?.responses[status]);
  expect(answer('/v1/events_v2', 'put', 401)).toContain('schemas/AgentErrorBody');
  expect(answer('/v1/agents', 'post', 400)).toContain('schemas/CreationErrorBody');
  expect(answer('/v1/agents', 'post', 403)).toContain('schemas/ErrorBody');
  expect(answer('/v1/issues/{id}', 'get', 404)).toContain('schemas/ErrorBody');
  expect(answer('/v1/issues', 'get', 429)).toContain('Retry-After');
  expect(answer('/v1/tokens', 'post', 415)).toContain('schemas/ErrorBody');
  expect(document.paths['/v1/open']?.get?.responses).not.toHaveProperty('401');
});

test('it is the same each time it is made', () =>
  expect(JSON.stringify(createOpenApi(house.app))).toBe(JSON.stringify(document)));
