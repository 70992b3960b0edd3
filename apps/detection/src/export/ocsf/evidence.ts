import { isIP } from 'node:net';
import {
  bounded,
  type Evidence,
  field,
  type IssueDetails,
  listedExtras,
  listedType,
  text,
} from '@parapet/contracts';
import { detailsOf, readBody } from '../../issue/read-observation';

/** The artefacts of one observation. */
export interface OcsfEvidence {
  readonly uid: string;
  readonly name: string;
  readonly process?: OcsfProcess | undefined;
  readonly dst_endpoint?: OcsfEndpoint | undefined;
  readonly src_endpoint?: OcsfEndpoint | undefined;
  readonly query?: { readonly hostname: string } | undefined;
  readonly file?: { readonly path: string } | undefined;
  readonly user?: { readonly name: string } | undefined;
  readonly container?: object | undefined;
  readonly connection_info?: object | undefined;
  readonly data: object;
}
interface OcsfEndpoint {
  readonly hostname?: string | undefined;
  readonly ip?: string | undefined;
  readonly port?: number | undefined;
}
interface OcsfProcess {
  readonly pid?: number | undefined;
  readonly uid?: string | undefined;
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly cmd_line?: string | undefined;
  readonly working_directory?: string | undefined;
}

/** An observation as OCSF evidence. What its objects have no place for is in `data`. Undefined members are left out of JSON. */
export function ocsfEvidence(evidence: Evidence): OcsfEvidence {
  const { id, kind, metadata } = evidence;
  const details = detailsOf(readBody(evidence));
  const process = processOf(metadata, details);
  const dns = listedType(kind) === 'dns';
  const artefacts = {
    process,
    ...(dns ? { query: queryOf(details) } : connectionOf(metadata, details)),
    file: fileOf(details.path),
  };
  const placed = Object.values(artefacts).some((artefact) => artefact !== undefined);
  return {
    ...{ uid: id, name: kind, ...artefacts },
    user: userOf(metadata),
    container: containerOf(field(metadata, 'container')),
    data: {
      ...factsOf(evidence),
      ...(placed ? { process: unplaced(process, details) } : { metadata }),
    },
  };
}

/** What is known of the observation itself, and what only some have. */
const factsOf = (evidence: Evidence): object => ({
  ...{ timestamp: evidence.timestamp, received_at: evidence.received_at },
  ...{ verdict: evidence.verdict, truncated: evidence.truncated },
  response: listedExtras(evidence.kind, evidence.metadata).response,
  kubernetes: field(evidence.metadata, 'kubernetes'),
});

/** OCSF knows processes by a number or a name of their own alone. */
function processOf(metadata: unknown, { process, command }: IssueDetails): OcsfProcess | undefined {
  const sent = field(metadata, 'process');
  const [pid, uid] = [wholeNumber(field(sent, 'pid')), boundedText(sent, 'exec_id')];
  if (pid === undefined && uid === undefined) return undefined;
  const path = process?.startsWith('/') ? process : undefined;
  return {
    ...{ pid, uid, path, cmd_line: command },
    name: process === undefined ? undefined : lastPart(process),
    working_directory: boundedText(sent, 'cwd'),
  };
}

const unplaced = (placed: OcsfProcess | undefined, { process, command }: IssueDetails) =>
  placed === undefined && (process ?? command) !== undefined
    ? { executable: process, command }
    : undefined;

const queryOf = ({ domain }: IssueDetails) =>
  domain === undefined ? undefined : { hostname: domain, opcode_id: 0, opcode: 'Query' };

/** Its destination is the far end also of a connection that came in: there that is the source. */
function connectionOf(metadata: unknown, { domain, ip, port, protocol }: IssueDetails) {
  if ((domain ?? ip) === undefined) return {};
  const from = text(metadata, 'source_ip') ?? '';
  const sourcePort = portOf(field(metadata, 'source_port'));
  const far: OcsfEndpoint = { hostname: domain, ip, port };
  const near: OcsfEndpoint | undefined =
    isIP(from) === 0 ? undefined : { ip: from, port: sourcePort };
  const cameIn = text(metadata, 'direction') === 'inbound';
  return {
    dst_endpoint: cameIn ? near : far,
    src_endpoint: cameIn ? far : near,
    connection_info: { ...(cameIn ? INBOUND : OUTBOUND), protocol_name: protocol },
  };
}

const INBOUND = { direction_id: 1, direction: 'Inbound' };
const OUTBOUND = { direction_id: 2, direction: 'Outbound' };

const fileOf = (path: string | undefined) =>
  path === undefined ? undefined : { name: lastPart(path), path, type_id: 0, type: 'Unknown' };

const userOf = (metadata: unknown) => {
  const name = boundedText(metadata, 'user');
  return name === undefined ? undefined : { name };
};

const containerOf = (sent: unknown) => {
  const [uid, name] = [boundedText(sent, 'id'), boundedText(sent, 'name')];
  const image = boundedText(sent, 'image');
  if (uid === undefined && name === undefined) return undefined;
  return { uid, name, image: image === undefined ? undefined : { uid: image, name: image } };
};

const boundedText = (from: unknown, name: string): string | undefined => {
  const value = text(from, name);
  return value === undefined ? undefined : bounded(value);
};

const lastPart = (path: string): string => path.split('/').findLast((part) => part !== '') ?? path;

const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

const portOf = (value: unknown): number | undefined => {
  const port = wholeNumber(value);
  return port === undefined || port > 65_535 ? undefined : port;
};
