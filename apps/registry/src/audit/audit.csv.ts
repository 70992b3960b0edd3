import type { CsvTable } from '@parapet/chassis';

/** The columns of GET /v1/audit as CSV; `changes` is JSON in its cell. New ones are only ever put at the end. */
export const AUDIT_TABLE: CsvTable = {
  file: 'audit.csv',
  columns: [
    ...['id', 'timestamp', 'actor.type', 'actor.id', 'actor.name', 'action'],
    ...['resource.type', 'resource.id', 'resource.name', 'changes'],
  ],
};
