import type { CsvTable } from '@parapet/chassis';
import { ISSUE_TABLE } from '../issue/issue.csv';

/** The columns of an export as CSV: those of the list, and what else the issue's own document knows. New ones are only ever put at the end. */
export const EXPORT_TABLE: CsvTable = {
  file: 'issues.csv',
  columns: [
    ...ISSUE_TABLE.columns,
    ...['why.reason', 'why.policy.id', 'why.policy.version', 'why.policy.type'],
    ...['why.policy.pattern', 'status_at', 'status_by', 'status_reason', 'ignored_until'],
    'why.policy.name',
  ],
};
