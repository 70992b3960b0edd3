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
import {
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
} from '@parapet/contracts/openapi';
import {
  ApiIdParam,
  ApiKeyedCreation,
  ApiPage,
  ApiProblem,
  IdempotencyKey,
  type Page,
  type RawQuery,
  User,
  type UserCaller,
  UserRoute,
} from '@parapet/chassis';
import { IfMatch, IfNoneMatch } from '../http/conditions';
import { entityTag, isKnown, type TagCondition } from '../http/entity-tag';
import { Lists } from '../http/lists';
import { prefersYaml } from '../http/media-type';
import type { ReplyHeaders } from '../http/reply';
import { PolicyCommands } from './policy-commands';
import { editableYaml } from './policy-yaml';
import { POLICIES, type StoredPolicy } from './policy.collection';
import { documentOf, PolicyApplied, PolicyView, renderPolicy } from './policy.http';
import {
  ApiIfMatch,
  ApiIfNoneMatch,
  ApiPolicy,
  ApiPolicyBody,
  ApiPolicyReplacement,
  CREATED_HEADERS,
  VERSION_HEADERS,
} from './policy.openapi';
import { POLICY_MEDIA, Sent, SENT_BACK_MEDIA, SentBack, type SentPolicy } from './sent-policy';

const LIST = {
  ...({ list: 'policies', collection: POLICIES, equal: {}, sort: 'created_at' } as const),
  long: (policy: StoredPolicy): unknown => policy,
  // So many of the longest are 2 MiB.
  atATime: 8,
};

@ApiTags('policies')
@ApiExtraModels(PolicyView)
@Controller('v1/policies')
export class PolicyController {
  constructor(
    private readonly lists: Lists,
    private readonly policies: PolicyCommands,
  ) {}

  /** Not watched: a whole list takes as long as its client. */
  @Get()
  @UserRoute('policies:read', 'general', { unwatched: true })
  @ApiOperation({
    operationId: 'listPolicies',
    summary: 'List policies, newest first: all of them, or a page of them',
  })
  @ApiPage(PolicyView, 'all')
  async list(
    @Query() query: RawQuery,
    @User() caller: UserCaller,
  ): Promise<StreamableFile | Page<unknown>> {
    return this.lists.answer({ query, caller }, LIST, renderPolicy);
  }

  @Post()
  @HttpCode(201)
  @UserRoute('policies:write', 'general', POLICY_MEDIA)
  @ApiOperation({ operationId: 'createPolicy', summary: 'Create a policy' })
  @ApiPolicyBody()
  @ApiKeyedCreation()
  @ApiCreatedResponse({ type: PolicyApplied, headers: CREATED_HEADERS })
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

  @Get(':policy_id')
  @UserRoute('policies:read')
  @ApiOperation({
    operationId: 'getPolicy',
    summary: 'Read a policy, as JSON or (Accept: application/yaml) as YAML',
  })
  @ApiIdParam('policy')
  @ApiIfNoneMatch()
  @ApiPolicy()
  async read(
    @Param('policy_id') id: string,
    @Headers('accept') accept: string | undefined,
    @IfNoneMatch() known: TagCondition | undefined,
    @Res({ passthrough: true }) reply: ReplyHeaders,
  ): Promise<unknown> {
    const policy = await this.policies.find(id);
    const yaml = prefersYaml(accept) ? editableYaml(documentOf(policy)) : null;
    const tag = entityTag(policy.version, yaml === null ? 'json' : 'yaml');
    reply.header('ETag', tag);
    reply.header('Vary', 'Accept');
    if (known !== undefined && isKnown(known, tag)) {
      reply.status(304);
      return undefined;
    }
    if (yaml === null) return renderPolicy(policy);
    reply.header('Content-Type', 'application/yaml; charset=utf-8');
    return yaml;
  }

  @Put(':policy_id')
  @UserRoute('policies:write', 'general', SENT_BACK_MEDIA)
  @ApiOperation({
    operationId: 'replacePolicy',
    summary: 'Replace a policy by a whole new document',
  })
  @ApiIdParam('policy')
  @ApiProblem('conflict', 'precondition_failed')
  @ApiPolicyReplacement()
  @ApiIfMatch()
  @ApiOkResponse({ type: PolicyApplied, headers: VERSION_HEADERS })
  async update(
    @Param('policy_id') id: string,
    @SentBack() { document, ...conditions }: SentPolicy,
    @User() caller: UserCaller,
    @Res({ passthrough: true }) reply: ReplyHeaders,
  ): Promise<PolicyApplied> {
    const made = await this.policies.update({ id, caller, ...conditions }, document);
    reply.header('ETag', entityTag(made.version));
    return { id, status: 'updated', applied_at: made.time };
  }

  @Delete(':policy_id')
  @HttpCode(204)
  @UserRoute('policies:write')
  @ApiOperation({ operationId: 'deletePolicy', summary: 'Delete a policy' })
  @ApiIdParam('policy')
  @ApiProblem('conflict', 'precondition_failed')
  @ApiIfMatch()
  @ApiResponse({ status: 204, description: 'Deleted' })
  async delete(
    @Param('policy_id') id: string,
    @IfMatch() ifMatch: TagCondition | undefined,
    @IfNoneMatch() ifNoneMatch: TagCondition | undefined,
    @User() caller: UserCaller,
  ): Promise<void> {
    await this.policies.delete({ id, caller, ifMatch, ifNoneMatch });
  }
}
