import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  ApiPage,
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

  @Get('webhooks/:id/deliveries')
  @UserRoute('webhooks:read')
  @ApiOperation({ summary: 'List the deliveries of a webhook, newest first' })
  @ApiPage(DeliveryView)
  async list(@Param('id') id: string, @Query() query: RawQuery): Promise<Page<DeliveryView>> {
    const webhook = await this.webhooks.find(id);
    const spec = {
      list: 'deliveries',
      collection: DELIVERIES,
      equal: { webhook_id: webhook.id },
      sort: 'created_at' as const,
    };
    return listPage(this.store, query, spec, renderListed);
  }

  @Post('webhooks/:id/test')
  @HttpCode(200)
  @UserRoute('webhooks:write')
  @ApiOperation({ summary: 'Send a test event now, once, and answer what came of it' })
  @ApiResponse({ status: 200, type: WebhookTestView })
  async test(@Param('id') id: string, @User() caller: UserCaller): Promise<WebhookTestView> {
    return this.testing.run(await this.webhooks.find(id), caller);
  }

  @Get('deliveries/:id')
  @UserRoute('webhooks:read')
  @ApiOperation({ summary: 'Read a delivery with its attempts' })
  @ApiResponse({ status: 200, type: DeliveryView })
  async read(@Param('id') id: string): Promise<DeliveryView> {
    return renderDelivery(await this.deliveries.find(id));
  }

  @Post('deliveries/:id/redeliver')
  @HttpCode(202)
  @UserRoute('webhooks:write')
  @ApiOperation({ summary: 'Deliver again under the same id, from the beginning of the schedule' })
  @ApiResponse({ status: 202, type: RedeliverView })
  async redeliver(@Param('id') id: string, @User() caller: UserCaller): Promise<RedeliverView> {
    await this.deliveries.again(id, caller);
    return { id, status: 'pending' };
  }
}
