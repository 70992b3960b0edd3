import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
} from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, ApiTags } from '@parapet/contracts/openapi';
import {
  ApiIdParam,
  ApiKeyedCreation,
  ApiPage,
  ApiProblem,
  IdempotencyKey,
  listPage,
  type Page,
  type RawQuery,
  User,
  type UserCaller,
  UserRoute,
} from '@parapet/chassis';
import { ReadModel } from '@parapet/readmodel';
import { WEBHOOK_DEFAULTS } from './change-webhook';
import { WebhookCommands } from './webhook-commands';
import { WebhookCreation } from './webhook-creation';
import { DELIVERIES, WebhookPayload } from './webhook-payload.http';
import { type StoredWebhook, WEBHOOKS } from './webhook.collection';
import {
  NewWebhookBody,
  NewWebhookView,
  renderWebhook,
  WebhookChangeBody,
  WebhookView,
} from './webhook.http';
import { WebhookViews } from './webhook-views';

const LIST = {
  ...({ list: 'webhooks', collection: WEBHOOKS, equal: {}, sort: 'created_at' } as const),
  // A filter may name a hundred clusters, each by a long name.
  long: (webhook: StoredWebhook): unknown => webhook,
};

@ApiTags('webhooks')
@ApiExtraModels(WebhookPayload)
@Controller('v1/webhooks')
export class WebhookController {
  constructor(
    private readonly store: ReadModel,
    private readonly webhooks: WebhookCommands,
    private readonly creation: WebhookCreation,
    private readonly views: WebhookViews,
  ) {}

  @Get()
  @UserRoute('webhooks:read')
  @ApiOperation({ operationId: 'listWebhooks', summary: 'List webhooks, newest first' })
  @ApiPage(WebhookView)
  async list(@Query() query: RawQuery): Promise<Page<WebhookView>> {
    const { data, pagination } = await listPage(this.store, query, LIST, (webhook) => webhook);
    return { data: await this.views.all(data), pagination };
  }

  @Post()
  @HttpCode(201)
  @Header('Cache-Control', 'no-store')
  @UserRoute('webhooks:write')
  @ApiOperation({
    operationId: 'createWebhook',
    summary: 'Create a webhook; the answer shows its secret once',
    callbacks: DELIVERIES,
  })
  @ApiKeyedCreation()
  @ApiResponse({ status: 201, type: NewWebhookView })
  async create(
    @Body() body: NewWebhookBody,
    @User() caller: UserCaller,
    @IdempotencyKey() key: string | undefined,
  ): Promise<NewWebhookView> {
    const { webhook, secret } = await this.creation.create(
      {
        url: body.url,
        events: body.events ?? WEBHOOK_DEFAULTS.events,
        filter: body.filter ?? WEBHOOK_DEFAULTS.filter,
        format: body.format ?? WEBHOOK_DEFAULTS.format,
        headers: body.headers ?? {},
        description: body.description ?? WEBHOOK_DEFAULTS.description,
        enabled: body.enabled ?? WEBHOOK_DEFAULTS.enabled,
      },
      caller,
      key,
    );
    return { ...renderWebhook(webhook, webhook.created_at), secret };
  }

  @Get(':webhook_id')
  @UserRoute('webhooks:read')
  @ApiOperation({ operationId: 'getWebhook', summary: 'Read a webhook' })
  @ApiIdParam('webhook')
  @ApiResponse({ status: 200, type: WebhookView })
  async read(@Param('webhook_id') id: string): Promise<WebhookView> {
    return this.views.one(await this.webhooks.find(id));
  }

  @Patch(':webhook_id')
  @UserRoute('webhooks:write')
  @ApiOperation({ operationId: 'updateWebhook', summary: 'Change what is given of a webhook' })
  @ApiIdParam('webhook')
  @ApiProblem('conflict')
  @ApiResponse({ status: 200, type: WebhookView })
  async change(
    @Param('webhook_id') id: string,
    @Body() body: WebhookChangeBody,
    @User() caller: UserCaller,
  ): Promise<WebhookView> {
    const { url, events, filter, format, headers, description, enabled } = body;
    const change = {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events }),
      ...(filter !== undefined && { filter }),
      ...(format !== undefined && { format }),
      ...(headers !== undefined && { headers }),
      ...(description !== undefined && { description }),
      ...(enabled !== undefined && { enabled }),
    };
    return this.views.one(await this.webhooks.update(id, change, caller));
  }

  @Delete(':webhook_id')
  @HttpCode(204)
  @UserRoute('webhooks:write')
  @ApiOperation({
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook; deliveries that wait are given up',
  })
  @ApiIdParam('webhook')
  @ApiProblem('conflict')
  @ApiResponse({ status: 204, description: 'Deleted' })
  async delete(@Param('webhook_id') id: string, @User() caller: UserCaller): Promise<void> {
    await this.webhooks.delete(id, caller);
  }
}
