import { Problem } from '@parapet/contracts';
import type { FastifySchemaValidationError } from 'fastify/types/schema';

const at = (path: string): string => path.split('/').filter(Boolean).join('.') || 'the body';

const inside = (path: string, property: unknown): string =>
  path === '' ? String(property) : `${at(path)}.${String(property)}`;

/** A type of JSON as it stands in a sentence. */
const withArticle = (type: string): string =>
  type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

/** One failure of a JSON schema as a sentence that names the property and says what is right. */
function sentence(error: FastifySchemaValidationError): string {
  const { instancePath, keyword, params, message } = error;
  const name = at(instancePath);
  switch (keyword) {
    case 'required':
      return `${inside(instancePath, params['missingProperty'])} is required`;
    case 'enum':
      return `${name} must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'minLength':
      return params['limit'] === 1
        ? `${name} must not be empty`
        : `${name} must have at least ${String(params['limit'])} characters`;
    case 'maxLength':
      return `${name} must have at most ${String(params['limit'])} characters`;
    case 'type':
      return `${name} must be ${[params['type']].flat().map(String).map(withArticle).join(' or ')}`;
    default:
      return `${name} ${message ?? 'is not valid'}`;
  }
}

/** What a body that its route's JSON schema refuses is answered with. */
export const schemaProblem = (errors: readonly FastifySchemaValidationError[]): Problem =>
  new Problem('bad_request', errors.map(sentence).join('; '));
