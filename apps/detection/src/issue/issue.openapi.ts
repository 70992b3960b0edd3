import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { ApiPage, ApiSince } from '@parapet/chassis';
import { ISSUE_STATUSES, ISSUE_VERDICTS, SEVERITIES } from '@parapet/contracts';
import { ISSUE_TABLE } from './issue.csv';
import { IssueView } from './issue.http';

/** The parameters that choose issues. */
export const ApiIssueFilters = (): MethodDecorator =>
  applyDecorators(
    ApiQuery({ name: 'severity', required: false, enum: SEVERITIES }),
    ApiQuery({ name: 'verdict', required: false, enum: ISSUE_VERDICTS }),
    ApiQuery({ name: 'status', required: false, enum: ISSUE_STATUSES }),
    ApiSince('Only issues created after it'),
  );

/** The parameters and the answer of GET /v1/issues. */
export const ApiIssueList = (): MethodDecorator =>
  applyDecorators(ApiIssueFilters(), ApiPage(IssueView, 'page', ISSUE_TABLE));
