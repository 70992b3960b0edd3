import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  ApiIdParam,
  ApiPage,
  ApiProblem,
  listPage,
  type Page,
  type RawQuery,
  User,
  type UserCaller,
  UserRoute,
} from '@parapet/chassis';
import { ReadModel } from '@parapet/readmodel';
import { WebhookCommands } from '../webhook/webhook-commands';
import { DELIVERIES } from './delivery.collection';
import {
  DeliveryView,
  RedeliverView,
  renderDelivery,
  renderListed,
  WebhookTestView,
} from './delivery.http';
import { Redeliver } from './redeliver';
import { TestWebhook } from './test-webhook';

@ApiTags('webhooks')
@Controller('v1')
export class DeliveryController {
  constructor(
    private readonly store: ReadModel,
    private readonly webhooks: WebhookCommands,
    private readonly deliveries: Redeliver,
    private readonly testing: TestWebhook,
  ) {}

  @Get('webhooks/:webhook_id/deliveries')
  @UserRoute('webhooks:read')
  @ApiOperation({
    operationId: 'listDeliveries',
    summary: 'List the deliveries of a webhook, newest first',
  })
  @ApiIdParam('webhook')
  @ApiPage(DeliveryView)
  async list(
    @Param('webhook_id') id: string,
    @Query() query: RawQuery,
  ): Promise<Page<DeliveryView>> {
    const webhook = await this.webhooks.find(id);
    const spec = {
      list: 'deliveries',
      collection: DELIVERIES,
      equal: { webhook_id: webhook.id },
      sort: 'created_at' as const,
    };
    return listPage(this.store, query, spec, renderListed);
  }

  @Post('webhooks/:webhook_id/test')
  @HttpCode(200)
  @UserRoute('webhooks:write')
  @ApiOperation({
    operationId: 'testWebhook',
    summary: 'Send a test event now, once, and answer what came of it',
  })
  @ApiIdParam('webhook')
  @ApiResponse({ status: 200, type: WebhookTestView })
  async test(
    @Param('webhook_id') id: string,
    @User() caller: UserCaller,
  ): Promise<WebhookTestView> {
    return this.testing.run(await this.webhooks.find(id), caller);
  }

  @Get('deliveries/:delivery_id')
  @UserRoute('webhooks:read')
  @ApiOperation({ operationId: 'getDelivery', summary: 'Read a delivery with its attempts' })
  @ApiIdParam('delivery')
  @ApiResponse({ status: 200, type: DeliveryView })
  async read(@Param('delivery_id') id: string): Promise<DeliveryView> {
    return renderDelivery(await this.deliveries.find(id));
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
