import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@parapet/contracts/openapi';
import { ApiPage, ApiSince, ApiUntil } from '@parapet/chassis';
import { ISSUE_STATUSES, ISSUE_VERDICTS, LONGEST_TEXT, SEVERITIES } from '@parapet/contracts';
import { ISSUE_TABLE } from './issue.csv';
import { IssueView } from './issue.http';
import { LONGEST_AGENT_ID } from './issue-query';
import { LONGEST_SEARCH } from './issue-search';

/** The parameters that choose issues. */
export const ApiIssueFilters = (): MethodDecorator =>
  applyDecorators(
    ApiQuery({ name: 'severity', required: false, enum: SEVERITIES }),
    ApiQuery({ name: 'verdict', required: false, enum: ISSUE_VERDICTS }),
    ApiQuery({ name: 'status', required: false, enum: ISSUE_STATUSES }),
    ApiQuery({
      ...{ name: 'agent_id', required: false, description: 'Only issues of this agent' },
      schema: { type: 'string', minLength: 1, maxLength: LONGEST_AGENT_ID },
    }),
    ApiQuery({
      ...{ name: 'destination', required: false, example: 'api.suspicious.example' },
      schema: { type: 'string', minLength: 1, maxLength: LONGEST_TEXT },
      description:
        'Only issues with this `details.domain`; without a domain, with this `details.ip`',
    }),
    ApiQuery({
      ...{ name: 'search', required: false, example: 'curl' },
      schema: { type: 'string', minLength: 1, maxLength: LONGEST_SEARCH, pattern: '\\S' },
      description:
        'Only issues with this text, whatever its case, in `title`, in a text of `details`, or in the `cluster` or `node` of `micro_context`',
    }),
    ApiSince('Only issues created after it'),
    ApiUntil('Only issues created up to it, itself included'),
  );

/** The parameters and the answer of GET /v1/issues. */
export const ApiIssueList = (): MethodDecorator =>
  applyDecorators(ApiIssueFilters(), ApiPage(IssueView, 'page', ISSUE_TABLE));
