import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@parapet/contracts/openapi';
import { ApiIdParam, ApiProblem, User, type UserCaller, UserRoute } from '@parapet/chassis';
import { failedRange } from './failed-range';
import { Redeliver } from './redeliver';
import { RedeliverFailedBody, RedeliverFailedView, RedeliverView } from './redeliver.http';
import { RedeliverFailed } from './redeliver-failed';

@ApiTags('webhooks')
@Controller('v1')
export class RedeliverController {
  constructor(
    private readonly deliveries: Redeliver,
    private readonly failed: RedeliverFailed,
  ) {}

  @Post('webhooks/:webhook_id/redeliver_failed')
  @HttpCode(202)
  @UserRoute('webhooks:write')
  @ApiOperation({
    operationId: 'redeliverFailed',
    summary: 'Deliver again all that was given up since a time, oldest first',
  })
  @ApiIdParam('webhook')
  @ApiProblem('conflict')
  @ApiResponse({ status: 202, type: RedeliverFailedView })
  async redeliverFailed(
    @Param('webhook_id') id: string,
    @Body() body: RedeliverFailedBody,
    @User() caller: UserCaller,
  ): Promise<RedeliverFailedView> {
    return this.failed.run(id, failedRange(body), caller);
  }

  @Post('deliveries/:delivery_id/redeliver')
  @HttpCode(202)
  @UserRoute('webhooks:write')
  @ApiOperation({
    operationId: 'redeliver',
    summary: 'Deliver again under the same id, from the beginning of the schedule',
  })
  @ApiIdParam('delivery')
  @ApiProblem('conflict')
  @ApiResponse({ status: 202, type: RedeliverView })
  async redeliver(
    @Param('delivery_id') id: string,
    @User() caller: UserCaller,
  ): Promise<RedeliverView> {
    await this.deliveries.again(id, caller);
    return { id, status: 'pending' };
  }
}
