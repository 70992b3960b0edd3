import {
  bounded,
  field,
  firstText,
  type IssueDetails,
  type ObservationRecorded,
  text,
} from '@parapet/contracts';
import { type Destination, destinationOf, SCOPE_LABELS, type Subject } from '@parapet/patterns';

type Observed = ObservationRecorded['data'];

/** What an observation says, read once from whatever the agent sent. */
export interface Seen {
  readonly kind: string;
  readonly verdict: Observed['body']['verdict'];
  readonly metadata: unknown;
  readonly destination: Destination | null;
  readonly subject: Subject;
}

/** What an observation says of itself, whoever sent it. */
type SeenBody = Omit<Seen, 'subject'>;

/** Reads an observation. Never throws, whatever stands in its metadata. */
export const readObservation = ({ agent, body }: Observed): Seen => ({
  ...readBody(body),
  subject: subjectOf(agent),
});

/** Reads what was sent of it. Never throws, whatever stands in its metadata. */
export const readBody = ({
  kind,
  verdict,
  metadata,
}: Pick<Observed['body'], 'kind' | 'verdict' | 'metadata'>): SeenBody => ({
  ...{ kind, verdict, metadata },
  destination: destinationOf(kind, metadata),
});

/** Observations of one agent share what it is: see `parseObservation`. */
const subjects = new WeakMap<Observed['agent'], Subject>();

function subjectOf(agent: Observed['agent']): Subject {
  const known = subjects.get(agent);
  if (known) return known;
  const subject = { platform: agent.platform, labels: scopeLabels(agent) };
  subjects.set(agent, subject);
  return subject;
}

/**
 * The labels that selectors may name: what was said of an agent when it was made. What it says of itself, such as its hostname, is
 * none: it would choose which policies are about it.
 */
function scopeLabels({ labels }: Observed['agent']): Record<string, string> {
  const known: Record<string, string> = {};
  for (const label of SCOPE_LABELS) {
    const value = text(labels, label);
    if (value !== undefined) known[label] = value;
  }
  return known;
}

/** Executable path of the process. */
export const executableOf = (metadata: unknown): string | undefined =>
  firstText(field(metadata, 'process'), ['executable', 'command']) ??
  firstText(metadata, ['executable', 'exe']);

export const pathOf = (metadata: unknown): string | undefined =>
  firstText(metadata, ['path', 'file_path', 'filename', 'file']) ??
  firstText(field(metadata, 'file'), ['path', 'name']);

function commandOf(metadata: unknown): string | undefined {
  const process = field(metadata, 'process');
  const command =
    firstText(process, ['command', 'command_line', 'cmdline']) ??
    firstText(metadata, ['command', 'command_line', 'cmdline']);
  const args = field(process, 'args');
  if (command === undefined || !Array.isArray(args)) return command;
  return [command, ...args.slice(0, 64).filter((arg) => typeof arg === 'string')].join(' ');
}

const portOf = (metadata: unknown): number | undefined => {
  const port = field(metadata, 'port') ?? field(metadata, 'destination_port');
  const whole = typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65_535;
  return whole ? port : undefined;
};

/** The details of an issue, as far as the observation knows them; every text is bounded. */
export function detailsOf(seen: SeenBody): IssueDetails {
  const { destination, metadata } = seen;
  const texts = {
    domain: destination?.domain,
    ip: destination?.ip?.text,
    process: executableOf(metadata),
    command: commandOf(metadata),
    path: pathOf(metadata),
    protocol: text(metadata, 'protocol'),
  };
  const known = Object.entries(texts).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, bounded(value)] as const],
  );
  const port = portOf(metadata);
  return { ...Object.fromEntries(known), ...(port !== undefined && { port }) };
}
