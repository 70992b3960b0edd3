import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type Policy,
  POLICY_SCOPES,
  POLICY_TYPES,
  type PolicyDocument,
  type PolicyRule,
  type PolicyScope,
  type PolicySelector,
  type PolicyType,
} from '@parapet/contracts';

/** One rule of a policy. */
export class PolicyRuleBody implements PolicyRule {
  @ApiProperty({
    example: '*.example.com',
    maxLength: 256,
    description:
      'A name, `*.name` (direct subdomains), `**.name` (all subdomains), an address, a CIDR, or an address with `*` octets.',
  })
  readonly pattern!: string;
  @ApiPropertyOptional({ example: 'package mirror', maxLength: 1000 })
  readonly comment?: string;
}

/** Which agents a policy of scope `selected` is about: every label given must be equal. */
export class PolicySelectorBody implements PolicySelector {
  @ApiProperty({ enum: ['kubernetes', 'github_actions'] })
  readonly platform!: PolicySelector['platform'];
  @ApiPropertyOptional({ description: 'kubernetes only', example: 'production' })
  readonly cluster?: string;
  @ApiPropertyOptional({ description: 'kubernetes only' })
  readonly namespace?: string;
  @ApiPropertyOptional({ description: 'kubernetes only' })
  readonly node?: string;
  @ApiPropertyOptional({ description: 'github_actions only', example: 'acme/website' })
  readonly repository?: string;
  @ApiPropertyOptional({ description: 'github_actions only' })
  readonly workflow?: string;
  @ApiPropertyOptional({ description: 'github_actions only' })
  readonly job?: string;
}

/** What POST and PUT take, in YAML or JSON. Keys that are not listed are refused. */
export class PolicyBody implements Omit<PolicyDocument, 'scope' | 'enabled'> {
  @ApiProperty({ example: 'Package mirrors', minLength: 1, maxLength: 200 })
  readonly name!: string;
  @ApiProperty({ enum: POLICY_TYPES, example: 'allow' })
  readonly type!: PolicyType;
  @ApiPropertyOptional({ enum: POLICY_SCOPES, default: 'global' })
  readonly scope?: PolicyScope;
  @ApiPropertyOptional({ type: PolicySelectorBody, description: 'Needed with scope `selected`.' })
  readonly selector?: PolicySelectorBody;
  @ApiProperty({ type: [PolicyRuleBody], minItems: 1, maxItems: 10_000 })
  readonly rules!: PolicyRuleBody[];
  @ApiPropertyOptional({ default: true })
  readonly enabled?: boolean;
  @ApiPropertyOptional({ maxLength: 2000 })
  readonly description?: string;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'Yours. `confirm: allow-all` is needed for the pattern `*`.',
  })
  readonly metadata?: Record<string, unknown>;
}

/** A policy as the API shows it. */
export class PolicyView extends PolicyBody {
  @ApiProperty({ example: 'policy_3l2mE0sYV1uXr2nJ8Zk0Qw' })
  readonly id!: string;
  @ApiProperty({ enum: POLICY_SCOPES })
  declare readonly scope: PolicyScope;
  @ApiProperty()
  declare readonly enabled: boolean;
  @ApiProperty({ example: 3, description: 'Counts up with every change; the ETag.' })
  readonly version!: number;
  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;
  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;
}

/** The answer to a change of a policy. */
export class PolicyApplied {
  @ApiProperty({ example: 'policy_3l2mE0sYV1uXr2nJ8Zk0Qw' })
  readonly id!: string;
  @ApiProperty({ enum: ['created', 'updated'] })
  readonly status!: 'created' | 'updated';
  @ApiProperty({ format: 'date-time' })
  readonly applied_at!: string;
}

/** What a person wrote of a policy, without what the house added. */
export const documentOf = (policy: PolicyDocument): PolicyDocument => ({
  name: policy.name,
  type: policy.type,
  scope: policy.scope,
  ...(policy.selector && { selector: policy.selector }),
  rules: policy.rules,
  enabled: policy.enabled,
  ...(policy.description !== undefined && { description: policy.description }),
  ...(policy.metadata && { metadata: policy.metadata }),
});

/** Renders a policy for the API. */
export const renderPolicy = (policy: Policy): PolicyDocument & Pick<PolicyView, 'id'> => ({
  id: policy.id,
  ...documentOf(policy),
  ...{ version: policy.version, created_at: policy.created_at, updated_at: policy.updated_at },
});
