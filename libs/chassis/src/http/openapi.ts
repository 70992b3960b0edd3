import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { AgentErrorBody, CreationErrorBody, ErrorBody, Pagination } from '@parapet/contracts/http';
import { describeAnswers, type Operation } from './describe-answers';
import { HouseAdapter } from './http-adapter';

const sorted = <T extends object>(record: T | undefined): T =>
  Object.fromEntries(Object.entries(record ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) as T;

const CONFIG = new DocumentBuilder()
  .setTitle('Parapet')
  .setDescription(
    'Runtime-security monitoring: observations in, explained issues and signed webhooks out.',
  )
  .setVersion('1')
  .setOpenAPIVersion('3.0.3')
  .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A user token, pp_u_…' }, 'user')
  .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An agent token, pp_a_…' }, 'agent')
  .build();

/** The OpenAPI 3.0 document of the routes that an application of `openHouse` has, always in the same order. */
export function createOpenApi(app: INestApplication): OpenAPIObject {
  const adapter = app.getHttpAdapter();
  if (!(adapter instanceof HouseAdapter)) throw new Error('only a house can be described');
  const document = SwaggerModule.createDocument(app, CONFIG, {
    extraModels: [ErrorBody, CreationErrorBody, AgentErrorBody, Pagination],
  });
  for (const { method, path, access } of adapter.routes.list()) {
    const described = path.replace(/:(\w+)/g, '{$1}');
    const item = document.paths[described] as Record<string, Operation> | undefined;
    const operation = item?.[method.toLowerCase()];
    if (operation && access && path.startsWith('/v1/'))
      describeAnswers(operation, described, access);
  }
  const { components = {} } = document;
  return {
    ...document,
    paths: sorted(document.paths),
    components: { ...sorted(components), schemas: sorted(components.schemas) },
  };
}
