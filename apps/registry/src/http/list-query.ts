import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { type RawQuery, scalar } from '@parapet/chassis';

/** Whether a page was asked for. A list without a limit in the spec is answered whole otherwise. @throws Problem */
export const isPaged = (query: RawQuery): boolean =>
  scalar(query, 'limit') !== undefined || scalar(query, 'cursor') !== undefined;

/** `limit`, `cursor` and the envelope, for the API document. */
export const ApiListQuery = (item: Type<unknown>): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(item),
    ApiQuery({
      name: 'limit',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 1000 },
    }),
    ApiQuery({
      name: 'cursor',
      required: false,
      schema: { type: 'string' },
      description: '`next_cursor` of the page before, unchanged, with the same filters',
    }),
    ApiResponse({
      status: 200,
      description: 'Newest first',
      schema: {
        type: 'object',
        required: ['data', 'pagination'],
        properties: {
          data: { type: 'array', items: { $ref: getSchemaPath(item) } },
          pagination: {
            type: 'object',
            required: ['next_cursor', 'has_more'],
            properties: {
              next_cursor: { type: 'string', nullable: true },
              has_more: { type: 'boolean' },
            },
          },
        },
      },
    }),
  );
