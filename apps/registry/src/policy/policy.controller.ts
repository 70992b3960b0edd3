import {
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  Res,
  type StreamableFile,
} from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  ApiPage,
  IdempotencyKey,
  listAll,
  listPage,
  type Page,
  type RawQuery,
  User,
  type UserCaller,
  UserRoute,
} from '@parapet/chassis';
import { ReadModel } from '@parapet/readmodel';
import { entityTag } from '../http/entity-tag';
import { isPaged } from '../http/is-paged';
import { prefersYaml } from '../http/media-type';
import type { ReplyHeaders } from '../http/reply';
import { streamList } from '../http/stream-list';
import { ApiKeyedCreation } from '../idempotency/idempotency.openapi';
import { PolicyCommands } from './policy-commands';
import { policyYaml } from './policy-yaml';
import { POLICIES } from './policy.collection';
import { documentOf, PolicyApplied, PolicyBody, PolicyView, renderPolicy } from './policy.http';
import { ApiIfMatch, ApiPolicyBody } from './policy.openapi';
import { Sent, type SentPolicy } from './sent-policy';

const TAKES = { media: ['yaml', 'json'] } as const;
const LIST = { list: 'policies', collection: POLICIES, equal: {}, sort: 'created_at' } as const;

@ApiTags('policies')
@ApiExtraModels(PolicyBody)
@Controller('v1/policies')
export class PolicyController {
  constructor(
    private readonly store: ReadModel,
    private readonly policies: PolicyCommands,
  ) {}

  @Get()
  @UserRoute('policies:read')
  @ApiOperation({ summary: 'List policies, newest first: all of them, or a page of them' })
  @ApiPage(PolicyView, 'all')
  async list(@Query() query: RawQuery): Promise<StreamableFile | Page<unknown>> {
    if (isPaged(query)) return listPage(this.store, query, LIST, renderPolicy);
    return streamList(listAll(this.store, LIST), renderPolicy);
  }

  @Post()
  @HttpCode(201)
  @UserRoute('policies:write', 'general', TAKES)
  @ApiOperation({ summary: 'Create a policy' })
  @ApiPolicyBody()
  @ApiKeyedCreation()
  @ApiResponse({ status: 201, type: PolicyApplied, description: 'With Location and ETag' })
  async create(
    @Sent() { document }: SentPolicy,
    @User() caller: UserCaller,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) reply: ReplyHeaders,
  ): Promise<PolicyApplied> {
    const made = await this.policies.create(document, caller, key);
    reply.header('Location', `/v1/policies/${made.id}`);
    reply.header('ETag', entityTag(made.version));
    return { id: made.id, status: 'created', applied_at: made.time };
  }

  @Get(':id')
  @UserRoute('policies:read')
  @ApiOperation({ summary: 'Read a policy, as JSON or (Accept: application/yaml) as YAML' })
  @ApiProduces('application/json', 'application/yaml')
  @ApiResponse({ status: 200, type: PolicyView, description: 'With ETag' })
  async read(
    @Param('id') id: string,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: ReplyHeaders,
  ): Promise<unknown> {
    const policy = await this.policies.find(id);
    reply.header('ETag', entityTag(policy.version));
    reply.header('Vary', 'Accept');
    if (!prefersYaml(accept)) return renderPolicy(policy);
    reply.header('Content-Type', 'application/yaml; charset=utf-8');
    return policyYaml(documentOf(policy));
  }

  @Put(':id')
  @UserRoute('policies:write', 'general', TAKES)
  @ApiOperation({ summary: 'Replace a policy by a whole new document' })
  @ApiPolicyBody()
  @ApiIfMatch()
  @ApiResponse({ status: 200, type: PolicyApplied, description: 'With ETag' })
  async update(
    @Param('id') id: string,
    @Sent() { document, ifMatch }: SentPolicy,
    @User() caller: UserCaller,
    @Res({ passthrough: true }) reply: ReplyHeaders,
  ): Promise<PolicyApplied> {
    const made = await this.policies.update({ id, caller, ifMatch }, document);
    reply.header('ETag', entityTag(made.version));
    return { id, status: 'updated', applied_at: made.time };
  }

  @Delete(':id')
  @HttpCode(204)
  @UserRoute('policies:write')
  @ApiOperation({ summary: 'Delete a policy' })
  @ApiIfMatch()
  @ApiResponse({ status: 204, description: 'Deleted' })
  async delete(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @User() caller: UserCaller,
  ): Promise<void> {
    await this.policies.delete({ id, caller, ifMatch });
  }
}
