import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@parapet/contracts/openapi';
import { UserRoute } from '@parapet/chassis';
import { documentOf, PolicyChecked } from './policy.http';
import { ApiPolicyBody } from './policy.openapi';
import { POLICY_MEDIA, Sent, type SentPolicy } from './sent-policy';

/** Says of a draft whether it could be a policy, for editors. */
@ApiTags('policies')
@Controller('v1/policies/check')
export class PolicyCheckController {
  @Post()
  @HttpCode(200)
  @UserRoute('policies:read', 'general', POLICY_MEDIA)
  @ApiOperation({
    operationId: 'checkPolicy',
    summary: 'Check a policy as POST /v1/policies does, without creating it',
  })
  @ApiPolicyBody()
  @ApiOkResponse({ type: PolicyChecked, description: 'What it would be' })
  check(@Sent() { document }: SentPolicy): PolicyChecked {
    return { valid: true, policy: documentOf(document) };
  }
}
