import { nanoseconds, type Severity } from '@parapet/contracts';
import { known, type Members, objectOf, own, someOf } from '../sensor/members';
import { type SensorOutcome, skip } from '../sensor/sensor-outcome';
import { withRest } from '../sensor/with-rest';
import { connectionOf } from './falco-connection';
import { containerOf } from './falco-container';
import { type FalcoFields, setFields, text, whole } from './falco-fields';
import { healthOf } from './falco-health';

const SEVERITIES: ReadonlyMap<string, Severity> = new Map([
  ['emergency', 'critical'],
  ['alert', 'critical'],
  ['critical', 'critical'],
  ['error', 'high'],
  ['warning', 'medium'],
]);

const FILE_CALLS =
  /^(open|openat|openat2|creat|unlink|unlinkat|rename|renameat|renameat2|link|linkat|symlink|symlinkat|mkdir|mkdirat|rmdir|chmod|fchmodat)$/;

/**
 * Reads one event as Falco prints it (`json_output: true`). Any value gives an outcome; nothing is thrown.
 * `time` is kept verbatim, and so is every field that is set.
 */
export function fromFalco(native: unknown): SensorOutcome {
  const event = objectOf(native);
  const rule = text(event, 'rule');
  if (rule === undefined) return skip('no Falco event: rule is missing');
  const health = healthOf(event, rule);
  if (health) return { kind: 'health', ...health };
  const time = text(event, 'time');
  if (time === undefined || nanoseconds(time) === null)
    return skip('no Falco event: time is not an RFC 3339 timestamp');
  const fields = objectOf(own(event, 'output_fields'));
  const { kind, about } = subjectOf(fields);
  const told = { ...about, ...contextOf(event, fields, rule) };
  const metadata = withRest(told, 'fields', setFields(fields));
  return { kind: 'observation', body: { kind, timestamp: time, metadata, verdict: 'detected' } };
}

interface Subject {
  readonly kind: string;
  readonly about: Members;
}

/** What the event is about: a connection, a process, a file; else an alert that keeps its fields. */
function subjectOf(fields: FalcoFields): Subject {
  const call = text(fields, 'evt.type');
  const connection = /^(ipv4|ipv6|)$/.test(typeOf(fields)) ? connectionOf(fields) : null;
  if (connection) return { kind: 'network_connection', about: connection };
  if (call === 'execve' || call === 'execveat') return { kind: 'process_execution', about: {} };
  const path = isAboutFile(fields, call) ? pathOf(fields) : undefined;
  return path === undefined
    ? { kind: 'falco_alert', about: {} }
    : { kind: 'file_access', about: { path } };
}

/** Most rules leave `fd.type` out. */
const typeOf = (fields: FalcoFields): string => text(fields, 'fd.type') ?? '';

/** Without a type the call tells; rules that leave out both still name a file by its absolute path. */
function isAboutFile(fields: FalcoFields, call: string | undefined): boolean {
  const type = typeOf(fields);
  return type === 'file' || (type === '' && (call === undefined || FILE_CALLS.test(call)));
}

/** Where a path stands: of calls that open no file in their arguments, and of those with two the one that was there before first. */
const PATHS = [
  ...['fd.name', 'fs.path.name', 'evt.arg.path', 'evt.arg.pathname', 'evt.arg.name'],
  ...['evt.arg.filename', 'fs.path.source', 'evt.arg.oldpath', 'evt.arg.target'],
  ...['fs.path.target', 'evt.arg.newpath', 'evt.arg.linkpath'],
];

function pathOf(fields: FalcoFields): string | undefined {
  return PATHS.map((name) => text(fields, name)).find((path) => path?.startsWith('/'));
}

function contextOf(event: FalcoFields, fields: FalcoFields, rule: string): Members {
  const priority = text(event, 'priority');
  return known({
    rule,
    severity: SEVERITIES.get(priority?.toLowerCase() ?? '') ?? 'low',
    priority,
    source: text(event, 'source'),
    output: text(event, 'output'),
    message: text(event, 'message'),
    tags: tagsOf(own(event, 'tags')),
    sensor: text(event, 'hostname'),
    process: processOf(fields),
    user: text(fields, 'user.name'),
    container: containerOf(fields),
    kubernetes: someOf({
      namespace: text(fields, 'k8s.ns.name'),
      pod: text(fields, 'k8s.pod.name'),
    }),
  });
}

/** Without an executable's path, the name of the process stands for it: it is the same at every start. */
const processOf = (fields: FalcoFields): object | undefined =>
  someOf({
    pid: whole(fields, 'proc.pid'),
    command: text(fields, 'proc.cmdline', 'proc.name'),
    executable: text(fields, 'proc.exepath', 'proc.exe', 'proc.name'),
    name: text(fields, 'proc.name'),
    parent: text(fields, 'proc.pname'),
  });

function tagsOf(tags: unknown): string[] | undefined {
  if (!Array.isArray(tags)) return undefined;
  return tags.filter((tag) => typeof tag === 'string');
}
