import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiQuery, getSchemaPath } from '@nestjs/swagger';
import { Pagination } from '@parapet/contracts/http';
import { DEFAULT_LIMIT } from './query';

/**
 * `limit`, `cursor` and the envelope of a paged list, for the API document.
 * @param otherwise what a request without `limit` gets: a page of 100, or all there is
 */
export const ApiPage = (item: Type<unknown>, otherwise: 'page' | 'all' = 'page'): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(item, Pagination),
    ApiQuery({
      ...{ name: 'limit', required: false },
      schema: {
        ...{ type: 'integer', minimum: 1, maximum: 1000 },
        ...(otherwise === 'page' && { default: DEFAULT_LIMIT }),
      },
    }),
    ApiQuery({
      ...{ name: 'cursor', required: false },
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,1024}$' },
      description: '`next_cursor` of the page before, unchanged, with the same filters',
    }),
    ApiOkResponse({
      description: 'Newest first',
      schema: {
        ...{ title: `${item.name.replace(/View$/, '')}Page`, type: 'object' },
        required: ['data', 'pagination'],
        properties: {
          data: { type: 'array', items: { $ref: getSchemaPath(item) } },
          pagination: { $ref: getSchemaPath(Pagination) },
        },
      },
    }),
  );
