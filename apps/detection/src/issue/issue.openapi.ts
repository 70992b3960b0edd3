import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiQuery } from '@nestjs/swagger';
import { ISSUE_STATUSES, ISSUE_VERDICTS, pageOf, Pagination, SEVERITIES } from '@parapet/contracts';
import { IssueEventView, IssueView } from './issue.http';

const PAGING = [
  ApiQuery({
    ...{ name: 'limit', required: false },
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
  }),
  ApiQuery({
    ...{ name: 'cursor', required: false, schema: { type: 'string' } },
    description: 'next_cursor of the page before, unchanged',
  }),
];

/** The parameters and the answer of GET /v1/issues. */
export const ApiIssueList = (): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(IssueView, Pagination),
    ApiQuery({ name: 'severity', required: false, enum: SEVERITIES }),
    ApiQuery({ name: 'verdict', required: false, enum: ISSUE_VERDICTS }),
    ApiQuery({ name: 'status', required: false, enum: ISSUE_STATUSES }),
    ApiQuery({
      ...{ name: 'since', required: false, schema: { type: 'string', format: 'date-time' } },
      description: 'Only issues created after it',
    }),
    ...PAGING,
    ApiOkResponse({ description: 'Newest first', schema: pageOf('IssueView') }),
  );

/** The parameters and the answer of GET /v1/issues/{id}/events. */
export const ApiIssueEvents = (): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(IssueEventView, Pagination),
    ...PAGING,
    ApiOkResponse({ description: 'Newest first', schema: pageOf('IssueEventView') }),
  );
