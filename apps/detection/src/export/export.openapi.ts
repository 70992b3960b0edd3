import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiQuery } from '@parapet/contracts/openapi';
import { csvHeader } from '@parapet/chassis';
import { IssueRecordView } from '../issue/issue.http';
import { ApiIssueFilters } from '../issue/issue.openapi';
import { EXPORT_TABLE } from './export.csv';
import { EXPORT_FORMATS } from './export-formats';

const TEXT = { type: 'string' } as const;

/** The parameters and the answer of GET /v1/issues/export. */
export const ApiIssueExport = (): MethodDecorator =>
  applyDecorators(
    ApiQuery({
      ...{ name: 'format', required: false },
      schema: { ...TEXT, enum: Object.keys(EXPORT_FORMATS), default: 'ndjson' },
      description:
        '`ndjson`: each line is an IssueRecordView. `csv`: the same, as a table. `ocsf`: each line is a Detection Finding of OCSF 1.5',
    }),
    ApiIssueFilters(),
    ApiExtraModels(IssueRecordView),
    ApiOkResponse({
      description: 'All issues that the filters let through, newest first, as they are read',
      content: {
        'application/x-ndjson': { schema: TEXT },
        'text/csv': { schema: TEXT, example: csvHeader(EXPORT_TABLE) },
      },
      headers: {
        'Content-Disposition': {
          ...{ description: 'The name of a file', required: true, schema: TEXT },
          example: `attachment; filename="${EXPORT_TABLE.file}"`,
        },
      },
    }),
  );
