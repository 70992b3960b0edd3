import type { INestApplication } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AgentErrorBody, CreationErrorBody, ErrorBody, Pagination } from '@parapet/contracts/http';
import { describeAll } from '@parapet/contracts/openapi';
import { HouseAdapter } from '../http/http-adapter';
import type { RouteTable } from '../http/route-table';
import { ABOUT } from './about';
import { HEADERS } from './answer-headers';
import { describeAnswers, type Operation } from './describe-answers';
import { ErrorAnswers } from './error-answers';
import { NamedSchemas } from './named-schemas';

const sorted = <T extends object>(record: T | undefined): T =>
  Object.fromEntries(Object.entries(record ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) as T;

type Paths = OpenAPIObject['paths'];
type Schemas = NonNullable<OpenAPIObject['components']>['schemas'];

/** Completes the operations of all routes; answers the responses that they refer to. */
function completeAll(paths: Paths, routes: RouteTable): ErrorAnswers {
  const errors = new ErrorAnswers();
  for (const { method, path, access } of routes.list()) {
    const described = path.replace(/:(\w+)/g, '{$1}');
    const item = paths[described] as Record<string, Operation> | undefined;
    const operation = item?.[method.toLowerCase()];
    if (operation && access)
      describeAnswers(operation, { method, path: described, access }, errors);
  }
  return errors;
}

/** Tags that an operation has, in the order in which they are described. */
function tagsOf(paths: Paths): OpenAPIObject['tags'] {
  const operations = Object.values(paths).flatMap((item) => [
    item.get,
    item.put,
    item.post,
    item.patch,
    item.delete,
  ]);
  const used = new Set(operations.flatMap((operation) => operation?.tags ?? []));
  return ABOUT.tags?.filter(({ name }) => used.has(name));
}

/** The OpenAPI 3.0 document of the routes that an application of `openHouse` has, always in the same order. */
export function createOpenApi(app: INestApplication): OpenAPIObject {
  const adapter = app.getHttpAdapter();
  if (!(adapter instanceof HouseAdapter)) throw new Error('only a house can be described');
  describeAll(swagger);
  const document = swagger.SwaggerModule.createDocument(app, ABOUT, {
    extraModels: [ErrorBody, CreationErrorBody, AgentErrorBody, Pagination],
  });
  const errors = completeAll(document.paths, adapter.routes);
  const named = new NamedSchemas();
  const paths = named.hoist(sorted(document.paths)) as Paths;
  const { components = {} } = document;
  const described = named.hoist(components.schemas) as Schemas;
  return {
    ...document,
    tags: tagsOf(paths) ?? [],
    paths,
    components: {
      ...sorted(components),
      headers: HEADERS,
      responses: sorted(errors.components),
      schemas: sorted({ ...described, ...named.components }),
    },
  };
}
