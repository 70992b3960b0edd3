import { isObject, type Members, own } from '../sensor/members';

/** What may stand beside the event. */
const ENVELOPE: ReadonlySet<string> = new Set([
  ...['node_name', 'time', 'cluster_name', 'node_labels', 'aggregation_info'],
]);

const KINDS = [
  ...['process_exec', 'process_exit', 'process_kprobe', 'process_tracepoint', 'process_uprobe'],
  ...['process_usdt', 'process_lsm', 'process_loader', 'process_throttle', 'rate_limit_info'],
] as const;

/** An event without what stands beside it. */
export interface TetragonPart {
  /** Such as `process_exec`; kinds of newer versions are taken under their own name. */
  readonly name: string;
  readonly part: Members;
}

/** The one event that a line holds. @returns the reason when there is none, or more than one */
export function partOf(native: Members): TetragonPart | string {
  const names = Object.keys(native).filter((name) => isObject(own(native, name)));
  const known = KINDS.filter((kind) => names.includes(kind));
  // Taken for a kind of Tetragon that is new, an alert of Falco would be kept without its rule, and raise nothing.
  if (known.length === 0 && names.includes('output_fields'))
    return 'no Tetragon event: it is an alert of Falco, which is sent to /v1/integrations/falco';
  const unknown = names.filter(
    (name) => !ENVELOPE.has(name) && /^[a-z][a-z0-9_]{0,63}$/.test(name),
  );
  const [name, second] = known.length > 0 ? known : unknown;
  if (name === undefined) return `no Tetragon event: none of ${KINDS.join(', ')}`;
  if (second !== undefined) return 'no Tetragon event: a line holds more than one';
  const part = own(native, name);
  return isObject(part) ? { name, part } : 'no Tetragon event: it is empty';
}
