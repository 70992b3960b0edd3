import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@parapet/contracts/openapi';
import {
  ApiIdParam,
  ApiPage,
  ApiSince,
  ApiUntil,
  listPage,
  type Page,
  type RawQuery,
  User,
  type UserCaller,
  UserRoute,
} from '@parapet/chassis';
import { DELIVERY_STATUSES } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { WebhookCommands } from '../webhook/webhook-commands';
import { DeliveryView, renderDelivery, renderListed, WebhookTestView } from './delivery.http';
import { DELIVERY_EVENTS } from './delivery-events';
import { deliveriesQuery } from './list-deliveries';
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
  @ApiQuery({ name: 'status', required: false, enum: DELIVERY_STATUSES })
  @ApiQuery({ name: 'event', required: false, enum: DELIVERY_EVENTS })
  @ApiSince('Only deliveries that were made after it')
  @ApiUntil('Only deliveries that were made up to it, itself included')
  @ApiPage(DeliveryView)
  async list(
    @Param('webhook_id') id: string,
    @Query() query: RawQuery,
  ): Promise<Page<DeliveryView>> {
    const webhook = await this.webhooks.find(id);
    return listPage(this.store, query, deliveriesQuery(webhook.id, query), renderListed);
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
}
