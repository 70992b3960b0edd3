import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiQuery } from '@parapet/contracts/openapi';
import { STREAM_TYPES } from './stream-types';

const EXAMPLE = [
  ...['retry: 2000', '', 'event: ready', 'id: i0.4.2a1.0.0t1772532672123'],
  ...['data: {"types":["issue.created"]}', '', 'event: issue.created'],
  ...[
    'id: i0.5.2a1.0.0t1772532672123',
    'data: {"id":"issue_3l2mE0sYV1uXr2nJ8Zk0Qw","title":"…"}',
    '',
  ],
].join('\n');

const DESCRIPTION = [
  'Server-Sent Events without end. `data` of `issue.created` and `issue.updated` is an `IssueView`, of `agent.updated` the',
  'agent as GET /v1/agents lists it at that moment, of `agent.deleted` its `id`.',
  '`ready` comes first; `reset` before it says that what was missed cannot be told: read the lists again.',
].join(' ');

/** The parameters and the answer of GET /v1/stream. */
export const ApiStream = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      operationId: 'listenToStream',
      summary: 'Hear of issues and agents as they change',
    }),
    ApiQuery({
      ...{ name: 'types', required: false, style: 'form', explode: false },
      schema: { type: 'array', minItems: 1, items: { type: 'string', enum: [...STREAM_TYPES] } },
      description: 'Only these; those of agents need `agents:read`',
    }),
    ApiHeader({
      ...{ name: 'Last-Event-ID', required: false, schema: { type: 'string' } },
      description: 'Goes on behind the message of this id',
    }),
    ApiOkResponse({
      description: DESCRIPTION,
      content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
    }),
  );
