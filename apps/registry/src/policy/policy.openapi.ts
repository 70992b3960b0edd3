import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, getSchemaPath } from '@nestjs/swagger';
import { PolicyBody } from './policy.http';

const YAML_EXAMPLE = `name: Package mirrors
type: allow
scope: global
rules:
  - pattern: "*.example.com"
    comment: all our mirrors
  - pattern: 192.0.2.0/24
`;

/** The body of POST and PUT, for the API document. */
export const ApiPolicyBody = (): MethodDecorator =>
  applyDecorators(
    ApiConsumes('application/yaml', 'application/json'),
    ApiBody({
      required: true,
      schema: { $ref: getSchemaPath(PolicyBody) },
      examples: {
        yaml: { summary: 'As YAML: patterns that begin with * need quotes', value: YAML_EXAMPLE },
      },
    }),
  );

/** The optional precondition of PUT and DELETE, for the API document. */
export const ApiIfMatch = (): MethodDecorator =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description:
      'The ETag that was read: the change is refused with 412 if the policy changed since.',
    example: '"3"',
  });
