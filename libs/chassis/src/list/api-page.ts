import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiQuery, getSchemaPath } from '@parapet/contracts/openapi';
import { Pagination } from '@parapet/contracts/http';
import type { CsvTable } from './csv';
import { DEFAULT_LIMIT } from './query';

const header = (description: string, example: string) => ({
  ...{ description, schema: { type: 'string' as const }, example },
});

/** The same page as CSV, and the headers that come with it. */
const csvOf = ({ file, columns }: CsvTable) => ({
  headers: {
    Vary: { ...header('The form depends on Accept', 'Accept'), required: true },
    Link: header(
      'CSV only: where the list goes on',
      `</v1/${file.replace(/\.csv$/, '')}?cursor=WyJ4Il0>; rel="next"`,
    ),
    'Content-Disposition': header('CSV only', `attachment; filename="${file}"`),
  },
  content: {
    'text/csv': {
      schema: { type: 'string' as const },
      example: `${columns.map((column) => `"${column}"`).join(',')}\r\n`,
    },
  },
});

/**
 * `limit`, `cursor` and the envelope of a paged list, for the API document.
 * @param otherwise what a request without `limit` gets: a page of 100, or all there is
 * @param csv given when the list can also be had as CSV
 */
export const ApiPage = (
  item: Type<unknown>,
  otherwise: 'page' | 'all' = 'page',
  csv?: CsvTable,
): MethodDecorator => {
  const { headers = {}, content = {} } = csv ? csvOf(csv) : {};
  const schema = {
    ...{ title: `${item.name.replace(/View$/, '')}Page`, type: 'object' as const },
    required: ['data', 'pagination'],
    properties: {
      data: { type: 'array' as const, items: { $ref: getSchemaPath(item) } },
      pagination: { $ref: getSchemaPath(Pagination) },
    },
  };
  return applyDecorators(
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
      content: { 'application/json': { schema }, ...content },
      headers,
    }),
  );
};
