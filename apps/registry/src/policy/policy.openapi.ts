import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiHeader,
  ApiOkResponse,
  ApiResponse,
  getSchemaPath,
} from '@parapet/contracts/openapi';
import { policyBodySchema } from '@parapet/patterns';
import { PolicyView } from './policy.http';

const DOCUMENT = {
  ...{ name: 'Package mirrors', type: 'allow', scope: 'global' },
  rules: [{ pattern: '*.example.com', comment: 'all our mirrors' }, { pattern: '192.0.2.0/24' }],
};

const YAML = `name: Package mirrors
type: allow
scope: global
rules:
  - pattern: "*.example.com"
    comment: all our mirrors
  - pattern: 192.0.2.0/24
`;

const BODY = `A policy, whole. Patterns that begin with \`*\` need quotes in YAML:

\`\`\`yaml
${YAML}\`\`\`

At most 64 KiB in YAML, 256 KiB in JSON; one document, without anchors, aliases, merge keys and tags.`;

const passedOver = (type: 'string' | 'integer') => ({ type, description: 'Passed over' });

/** What was read can be sent back. */
const replacementSchema = {
  ...policyBodySchema,
  title: 'PolicyReplacement',
  properties: {
    ...policyBodySchema.properties,
    ...{ id: passedOver('string'), version: passedOver('integer') },
    ...{ created_at: passedOver('string'), updated_at: passedOver('string') },
  },
};

const bodyOf = (schema: object): MethodDecorator =>
  applyDecorators(
    ApiConsumes('application/yaml', 'application/x-yaml', 'text/yaml', 'application/json'),
    ApiBody({
      ...{ required: true, description: BODY, schema },
      examples: { policy: { summary: 'Names and addresses that are expected', value: DOCUMENT } },
    }),
  );

/** The body of POST, for the API document. */
export const ApiPolicyBody = (): MethodDecorator => bodyOf(policyBodySchema);

/** The body of PUT, for the API document. */
export const ApiPolicyReplacement = (): MethodDecorator => bodyOf(replacementSchema);

const ETAG = {
  ETag: {
    ...{
      description: 'The version in quotes, for If-Match; of YAML another than of JSON',
      required: true,
    },
    ...{ schema: { type: 'string' as const, pattern: '^"[0-9]+(-yaml)?"$' }, example: '"3"' },
  },
};

const VARY = {
  Vary: {
    ...{ description: 'The form depends on Accept', required: true },
    ...{ schema: { type: 'string' as const }, example: 'Accept' },
  },
};

/** The answer of GET /v1/policies/{policy_id}, for the API document. */
export const ApiPolicy = (): MethodDecorator =>
  ApiOkResponse({
    description:
      'The policy; as YAML in the form in which it can be sent again, unless that is longer than 64 KiB',
    headers: { ...ETAG, ...VARY },
    content: {
      'application/json': { schema: { $ref: getSchemaPath(PolicyView) } },
      'application/yaml': { schema: policyBodySchema, example: DOCUMENT },
    },
  });

/** Headers of the answers to a change, for the API document. */
export const VERSION_HEADERS = ETAG;
export const CREATED_HEADERS = {
  ...ETAG,
  Location: {
    ...{ description: 'Where the policy is', required: true },
    schema: { type: 'string' as const, format: 'uri-reference' },
    example: '/v1/policies/policy_3l2mE0sYV1uXr2nJ8Zk0Qw',
  },
};

/** `*`, or entity tags separated by commas, as clients write them. */
const TAG = '(W/)?"[\\x21\\x23-\\x7e]*"';
const TAGS = { type: 'string' as const, pattern: `^(\\*|${TAG}(, ?${TAG})*)$` };

/** The optional precondition of PUT and DELETE, for the API document. */
export const ApiIfMatch = (): MethodDecorator =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description:
      'The ETag that was read, several of them, or * for any: the change is refused with 412 if the policy changed since.',
    ...{ schema: TAGS, example: '"3"' },
  });

/** The optional precondition of GET, for the API document. */
export const ApiIfNoneMatch = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The ETag of what is known already: if it is still that, the answer is 304.',
      ...{ schema: TAGS, example: '"3"' },
    }),
    ApiResponse({
      ...{ status: 304, description: 'It is what is known already; no body' },
      headers: { ...ETAG, ...VARY },
    }),
  );
