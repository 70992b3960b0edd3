import { csvHeader, csvRows } from '@parapet/chassis';
import type { IssueDocument } from '../issue/issue.collection';
import { renderIssueRecord } from '../issue/issue.http';
import { EXPORT_TABLE } from './export.csv';
import { jsonLine } from './json-line';

/** Issues as they are read, some at a time. */
type Issues = AsyncIterable<readonly IssueDocument[]>;

/** A form in which issues are exported. */
interface ExportFormat {
  /** Content-Type. */
  readonly type: string;
  /** Name of the file that a browser saves. */
  readonly file: string;
  /** The whole of it, in pieces; there is at least one. */
  pieces(issues: Issues): AsyncGenerator<string>;
}

async function* lines(issues: Issues): AsyncGenerator<string> {
  for await (const some of issues) yield some.map(renderIssueRecord).map(jsonLine).join('');
}

async function* rows(issues: Issues): AsyncGenerator<string> {
  let header = csvHeader(EXPORT_TABLE);
  for await (const some of issues) {
    yield header + csvRows(EXPORT_TABLE, some.map(renderIssueRecord));
    header = '';
  }
}

/** By the word that asks for it; the first when nothing does. */
export const EXPORT_FORMATS = {
  ndjson: { type: 'application/x-ndjson', file: 'issues.ndjson', pieces: lines },
  csv: { type: 'text/csv; charset=utf-8; header=present', file: EXPORT_TABLE.file, pieces: rows },
} as const satisfies Readonly<Record<string, ExportFormat>>;
