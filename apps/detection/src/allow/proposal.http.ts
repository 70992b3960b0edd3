import { ApiProperty } from '@parapet/contracts/openapi';
import type { PolicyDocument } from '@parapet/contracts';
import { policyBodySchema } from '@parapet/patterns';

/** A policy that would allow what an issue is about. */
export class ProposalView {
  @ApiProperty({ example: 'api.example.com for repository acme/website' })
  readonly label!: string;
  @ApiProperty({ allOf: [policyBodySchema], description: 'As POST /v1/policies takes it' })
  readonly policy!: PolicyDocument;
}

/** What would allow it. */
export class ProposalsView {
  @ApiProperty({ type: [ProposalView], minItems: 1, description: 'The narrowest first' })
  readonly proposals!: readonly ProposalView[];
}
