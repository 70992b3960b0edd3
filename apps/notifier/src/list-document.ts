import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';

const PAGINATION = {
  type: 'object',
  required: ['next_cursor', 'has_more'],
  properties: {
    next_cursor: { type: 'string', nullable: true },
    has_more: { type: 'boolean' },
  },
};

/** `limit`, `cursor` and the envelope of a paged list, for the API document. */
export const ApiPage = (item: Type<unknown>): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(item),
    ApiQuery({
      name: 'limit',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
    }),
    ApiQuery({
      name: 'cursor',
      required: false,
      schema: { type: 'string' },
      description: '`next_cursor` of the page before, unchanged',
    }),
    ApiResponse({
      status: 200,
      description: 'Newest first',
      schema: {
        type: 'object',
        required: ['data', 'pagination'],
        properties: {
          data: { type: 'array', items: { $ref: getSchemaPath(item) } },
          pagination: PAGINATION,
        },
      },
    }),
  );
