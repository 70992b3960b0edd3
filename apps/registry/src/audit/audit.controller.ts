import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@parapet/contracts/openapi';
import {
  answerCsv,
  ApiPage,
  ApiSince,
  ApiUntil,
  listPage,
  type ListReply,
  type Page,
  prefersCsv,
  type RawQuery,
  TokenTable,
  UserRoute,
} from '@parapet/chassis';
import { ReadModel } from '@parapet/readmodel';
import { auditQuery } from './audit-query';
import type { AuditEntry } from './audit.collection';
import { AUDIT_TABLE } from './audit.csv';
import { AuditEntryView, renderEntry } from './audit.http';
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from './audited-facts';

@ApiTags('audit')
@Controller('v1/audit')
export class AuditController {
  constructor(
    private readonly store: ReadModel,
    private readonly tokens: TokenTable,
  ) {}

  @Get()
  @UserRoute('admin')
  @ApiOperation({ operationId: 'listAudit', summary: 'List who changed what, newest first' })
  @ApiQuery({
    ...{ name: 'actor', required: false, schema: { type: 'string' } },
    ...{ description: 'Id of a token', example: 'token_3l2mE0sYV1uXr2nJ8Zk0Qw' },
  })
  @ApiQuery({ name: 'action', required: false, enum: AUDIT_ACTIONS })
  @ApiQuery({ name: 'resource_type', required: false, enum: AUDIT_RESOURCES })
  @ApiQuery({
    ...{ name: 'resource_id', required: false, schema: { type: 'string' } },
    ...{ description: 'Also of what was deleted', example: 'policy_3l2mE0sYV1uXr2nJ8Zk0Qw' },
  })
  @ApiSince('Only changes after it')
  @ApiUntil('Only changes up to it, itself included')
  @ApiPage(AuditEntryView, 'page', AUDIT_TABLE)
  async list(
    @Query() query: RawQuery,
    @Res({ passthrough: true }) reply: ListReply,
  ): Promise<Page<AuditEntryView> | string> {
    const nameOf = (id: string): string | undefined => this.tokens.get(id)?.name;
    const render = (entry: AuditEntry): AuditEntryView => renderEntry(entry, nameOf);
    const page = await listPage(this.store, query, auditQuery(query), render);
    return prefersCsv(reply) ? answerCsv(reply, AUDIT_TABLE, page) : page;
  }
}
