import type { Problem } from '@parapet/contracts';
import type { FastifyRequest } from 'fastify';
import { schemaProblem } from './schema-sentence';

/** Why a value does not fit a schema; null when it does. */
export type SchemaCheck = (value: unknown) => Problem | null;

/** The part of a request that knows how schemas are read. */
export type Checking = Pick<FastifyRequest, 'compileValidationSchema'>;

/** Checks values by a JSON schema as bodies of routes are checked; for bodies that are made of many. Compiled once per schema. */
export function schemaCheck(request: Checking, schema: object): SchemaCheck {
  const validate = request.compileValidationSchema(schema);
  return (value) => (validate(value) ? null : schemaProblem(validate.errors ?? []));
}
