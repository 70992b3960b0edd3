import type { CsvTable } from '@parapet/chassis';

/** The columns of GET /v1/issues as CSV. New ones are only ever put at the end. */
export const ISSUE_TABLE: CsvTable = {
  file: 'issues.csv',
  columns: [
    ...['id', 'title', 'severity', 'verdict', 'status', 'created_at'],
    ...['micro_context.platform', 'micro_context.cluster', 'micro_context.node'],
    ...['details.domain', 'details.ip', 'details.port', 'details.protocol'],
    ...['details.process', 'details.command', 'details.path'],
    ...['details.detection', 'details.technique'],
    ...['occurrences', 'first_seen', 'last_seen', 'agent_id'],
  ],
};
