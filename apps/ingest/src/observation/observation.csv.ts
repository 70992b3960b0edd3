import type { CsvTable } from '@parapet/chassis';

/** The columns of GET /v1/events as CSV; lists and `metadata` are JSON in their cells. New ones are only ever put at the end. */
export const OBSERVATION_TABLE: CsvTable = {
  file: 'events.csv',
  columns: [
    ...['id', 'type', 'timestamp', 'kind', 'verdict', 'agent_id', 'received_at'],
    ...['query', 'response', 'process.pid', 'process.command', 'process.args', 'metadata'],
  ],
};
