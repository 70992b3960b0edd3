import type { OcsfEvidence } from './evidence';

/** A value worth looking for elsewhere, and where in the finding it stands. */
interface Observable {
  readonly name: string;
  readonly type_id: number;
  readonly type: string;
  readonly value: string;
}

interface Place {
  readonly name: string;
  readonly type_id: number;
  readonly type: string;
  readonly valueIn: (evidence: OcsfEvidence) => string | undefined;
}

const PLACES: readonly Place[] = [
  {
    ...{ name: 'evidences[].dst_endpoint.hostname', type_id: 1, type: 'Hostname' },
    valueIn: (e) => e.dst_endpoint?.hostname,
  },
  {
    ...{ name: 'evidences[].src_endpoint.hostname', type_id: 1, type: 'Hostname' },
    valueIn: (e) => e.src_endpoint?.hostname,
  },
  {
    ...{ name: 'evidences[].query.hostname', type_id: 1, type: 'Hostname' },
    valueIn: (e) => e.query?.hostname,
  },
  {
    ...{ name: 'evidences[].dst_endpoint.ip', type_id: 2, type: 'IP Address' },
    valueIn: (e) => e.dst_endpoint?.ip,
  },
  {
    ...{ name: 'evidences[].src_endpoint.ip', type_id: 2, type: 'IP Address' },
    valueIn: (e) => e.src_endpoint?.ip,
  },
  {
    ...{ name: 'evidences[].user.name', type_id: 4, type: 'User Name' },
    valueIn: (e) => e.user?.name,
  },
  {
    ...{ name: 'evidences[].process.name', type_id: 9, type: 'Process Name' },
    valueIn: (e) => e.process?.name,
  },
  {
    ...{ name: 'evidences[].process.cmd_line', type_id: 13, type: 'Command Line' },
    valueIn: (e) => e.process?.cmd_line,
  },
  {
    ...{ name: 'evidences[].file.path', type_id: 45, type: 'File Path' },
    valueIn: (e) => e.file?.path,
  },
];

/** All that the evidence names, each value of a place once. */
export const observablesOf = (evidences: readonly OcsfEvidence[]): Observable[] =>
  PLACES.flatMap(({ valueIn, ...place }) =>
    [...new Set(evidences.map(valueIn))].flatMap((value) =>
      value === undefined ? [] : [{ ...place, value }],
    ),
  );
