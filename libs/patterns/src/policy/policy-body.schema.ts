import { POLICY_SCOPES, POLICY_TYPES } from '@parapet/contracts';

/** Not blank, and no control character. */
const LINE = '^[^\\x00-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$';

const label = { type: 'string', minLength: 1, maxLength: 1024, pattern: LINE };

const selector = {
  ...{ title: 'PolicySelectorBody', type: 'object', additionalProperties: false },
  description:
    'With scope `selected`, and only then: every label that is given must be equal. `cluster`, `namespace` and `node` are for kubernetes, `repository`, `workflow` and `job` for github_actions.',
  required: ['platform'],
  properties: {
    platform: { type: 'string', enum: ['kubernetes', 'github_actions'] },
    cluster: { ...label, example: 'production' },
    ...{ namespace: label, node: label },
    repository: { ...label, example: 'acme/website' },
    ...{ workflow: label, job: label },
  },
  example: { platform: 'kubernetes', cluster: 'production' },
};

const rule = {
  ...{ title: 'PolicyRuleBody', type: 'object', additionalProperties: false },
  required: ['pattern'],
  properties: {
    pattern: {
      ...{ type: 'string', minLength: 1, maxLength: 256, pattern: LINE, example: '*.example.com' },
      description:
        'A name, `*.name` (direct subdomains), `**.name` (all subdomains), an address, a CIDR, or an address with `*` octets',
    },
    comment: { type: 'string', maxLength: 1000, example: 'package mirror' },
  },
};

/** What POST and PUT take, in YAML or JSON. Keys that are not listed are refused; so they are here. */
export const policyBodySchema = {
  ...{ title: 'PolicyBody', type: 'object', additionalProperties: false },
  required: ['name', 'type', 'rules'],
  properties: {
    name: {
      ...{ type: 'string', minLength: 1, maxLength: 200, pattern: LINE },
      ...{ description: 'One line', example: 'Package mirrors' },
    },
    type: { type: 'string', enum: [...POLICY_TYPES] },
    scope: { type: 'string', enum: [...POLICY_SCOPES], default: 'global' },
    selector,
    rules: { type: 'array', minItems: 1, maxItems: 10_000, items: rule },
    enabled: { type: 'boolean', default: true },
    description: { type: 'string', maxLength: 2000 },
    metadata: {
      ...{ type: 'object', additionalProperties: true },
      description:
        'Yours; at most 256 keys. `confirm: allow-all` is needed for the pattern `*`. A policy is at most 10 levels deep.',
    },
  },
};
