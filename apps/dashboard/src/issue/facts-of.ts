import { PLATFORM_NAMES } from '../agents/agent-words';
import type { IssueInFullView } from '../api/generated/types.gen';
import { member, textIn } from './metadata';

/** A name of ours, and what others sent. */
export type Fact = readonly [name: string, text: string];

/** What is known of where it happened and what it was about; what is not known is left out. */
export function factsOf({ details, micro_context: context, evidence }: Told): Fact[] {
  const metadata = evidence[0]?.metadata;
  const [container, kubernetes] = [member(metadata, 'container'), member(metadata, 'kubernetes')];
  const facts: [string, string | undefined][] = [
    ['Domain', details.domain],
    ['Address', details.ip],
    ['Port', portOf(details)],
    ['Path', details.path],
    ['Process', details.process],
    ['User', textIn(metadata, 'user')],
    ['Detected as', details.detection],
    ['Technique', details.technique],
    ['Platform', context.platform && PLATFORM_NAMES[context.platform]],
    ['Cluster', context.cluster],
    ['Node', context.node],
    ['Namespace', textIn(kubernetes, 'namespace')],
    ['Workload', textIn(kubernetes, 'workload')],
    ['Pod', textIn(kubernetes, 'pod')],
    ['Container', textIn(container, 'name', 'id')],
    ['Image', textIn(container, 'image')],
    ['Rule of the sensor', textIn(metadata, 'rule')],
  ];
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
}

type Told = Pick<IssueInFullView, 'details' | 'micro_context' | 'evidence'>;

function portOf({ port, protocol }: Told['details']): string | undefined {
  if (port === undefined) return protocol;
  return protocol === undefined ? String(port) : `${port} (${protocol})`;
}
