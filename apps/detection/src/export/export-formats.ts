import { csvHeader, csvRows } from '@parapet/chassis';
import type { ReadModel } from '@parapet/readmodel';
import type { IssueDocument } from '../issue/issue.collection';
import { renderIssueRecord } from '../issue/issue.http';
import { EXPORT_TABLE } from './export.csv';
import { jsonLine } from './json-line';
import { findingsOf } from './ocsf/findings';

/** Issues as they are read, some at a time. */
type Issues = AsyncIterable<readonly IssueDocument[]>;

/** Whose issues they are. */
interface Origin {
  readonly store: ReadModel;
  readonly publicUrl: string;
}

/** A form in which issues are exported. */
interface ExportFormat {
  /** Content-Type. */
  readonly type: string;
  /** Name of the file that a browser saves. */
  readonly file: string;
  /** Issues that are read at a time. */
  readonly atATime: number;
  /** The whole of it, in pieces; there is at least one. */
  pieces(issues: Issues, origin: Origin): AsyncGenerator<string>;
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

async function* findings(issues: Issues, { store, publicUrl }: Origin): AsyncGenerator<string> {
  for await (const some of issues) {
    const found = await findingsOf(store, some, publicUrl);
    yield found.map(jsonLine).join('');
  }
}

const NDJSON = { type: 'application/x-ndjson', atATime: 128 };

/** By the word that asks for it. */
export const EXPORT_FORMATS: Readonly<Record<'ndjson' | 'csv' | 'ocsf', ExportFormat>> = {
  ndjson: { ...NDJSON, file: 'issues.ndjson', pieces: lines },
  csv: {
    ...{ type: 'text/csv; charset=utf-8; header=present', atATime: 128 },
    ...{ file: EXPORT_TABLE.file, pieces: rows },
  },
  // With twenty copies of observations each.
  ocsf: { ...NDJSON, atATime: 16, file: 'issues.ocsf.ndjson', pieces: findings },
};
