import { Controller, Header, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@parapet/contracts/openapi';
import { ApiIdParam, ApiProblem, User, type UserCaller, UserRoute } from '@parapet/chassis';
import { SecretCommands } from './secret-commands';
import { WebhookView } from './webhook.http';
import { StagedSecretView } from './webhook-secret.http';
import { WebhookViews } from './webhook-views';

@ApiTags('webhooks')
@Controller('v1/webhooks')
export class WebhookSecretController {
  constructor(
    private readonly secrets: SecretCommands,
    private readonly views: WebhookViews,
  ) {}

  @Post(':webhook_id/rotate_secret')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @UserRoute('webhooks:write')
  @ApiOperation({
    operationId: 'rotateWebhookSecret',
    summary: 'Stage a new secret beside the old one for 24 hours; the answer shows it once',
  })
  @ApiIdParam('webhook')
  @ApiProblem('conflict')
  @ApiResponse({ status: 200, type: StagedSecretView })
  async rotate(
    @Param('webhook_id') id: string,
    @User() caller: UserCaller,
  ): Promise<StagedSecretView> {
    const { secret, promotesAt } = await this.secrets.rotate(id, caller);
    return { id, secret, promotes_at: promotesAt };
  }

  @Post(':webhook_id/promote_secret')
  @HttpCode(200)
  @UserRoute('webhooks:write')
  @ApiOperation({
    operationId: 'promoteWebhookSecret',
    summary: 'Make the staged secret the only one now',
  })
  @ApiIdParam('webhook')
  @ApiProblem('conflict')
  @ApiResponse({ status: 200, type: WebhookView })
  async promote(@Param('webhook_id') id: string, @User() caller: UserCaller): Promise<WebhookView> {
    return this.views.one(await this.secrets.promote(id, caller));
  }
}
