import { ApiProperty, ApiPropertyOptional } from '@parapet/contracts/openapi';
import { idOf } from '@parapet/chassis';
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
export class PolicyRuleView implements PolicyRule {
  @ApiProperty({ example: '*.example.com' })
  readonly pattern!: string;
  @ApiPropertyOptional({ example: 'package mirror' })
  readonly comment?: string;
}

/** Which agents a policy of scope `selected` is about: every label given must be equal. */
export class PolicySelectorView implements PolicySelector {
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

/** What a person wrote of a policy, with what was left out. */
export class PolicyDocumentView implements PolicyDocument {
  @ApiProperty({ example: 'Package mirrors' })
  readonly name!: string;
  @ApiProperty({ enum: POLICY_TYPES, example: 'allow' })
  readonly type!: PolicyType;
  @ApiProperty({ enum: POLICY_SCOPES, example: 'global' })
  readonly scope!: PolicyScope;
  @ApiPropertyOptional({ type: PolicySelectorView, description: 'With scope `selected`' })
  readonly selector?: PolicySelectorView;
  @ApiProperty({ type: [PolicyRuleView] })
  readonly rules!: readonly PolicyRuleView[];
  @ApiProperty({ example: true })
  readonly enabled!: boolean;
  @ApiPropertyOptional({ example: 'Where packages may come from' })
  readonly description?: string;
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { owner: 'team-a' } })
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A policy as the API shows it. */
export class PolicyView extends PolicyDocumentView {
  @ApiProperty(idOf('policy'))
  readonly id!: string;
  @ApiProperty({
    ...{ type: 'integer', minimum: 1, example: 3 },
    description: 'Counts up with every change; the ETag',
  })
  readonly version!: number;
  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;
  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;
}

/** The answer to a change of a policy. */
export class PolicyApplied {
  @ApiProperty(idOf('policy'))
  readonly id!: string;
  @ApiProperty({ enum: ['created', 'updated'] })
  readonly status!: 'created' | 'updated';
  @ApiProperty({ format: 'date-time' })
  readonly applied_at!: string;
}

/** The answer to a draft that could be a policy. */
export class PolicyChecked {
  @ApiProperty({ enum: [true], example: true })
  readonly valid!: true;
  @ApiProperty({ type: PolicyDocumentView })
  readonly policy!: PolicyDocumentView;
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
