import { ApiQuery } from '@parapet/contracts/openapi';

/** The filter `since`, for the API document. `what`: of which items only the later ones are listed. */
export const ApiSince = (what: string): MethodDecorator =>
  ApiQuery({
    ...{ name: 'since', required: false, schema: { type: 'string', format: 'date-time' } },
    ...{ description: what, example: '2026-03-03T10:11:12Z' },
  });

/** The filter `until`, for the API document. `what`: of which items only those up to it are listed. */
export const ApiUntil = (what: string): MethodDecorator =>
  ApiQuery({
    ...{ name: 'until', required: false, schema: { type: 'string', format: 'date-time' } },
    ...{ description: what, example: '2026-03-04T10:11:12Z' },
  });
