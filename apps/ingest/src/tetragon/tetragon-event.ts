import { type AgentMode, nanoseconds } from '@parapet/contracts';
import { known, type Members, objectOf, own, someOf } from '../sensor/members';
import { type SensorOutcome, skip } from '../sensor/sensor-outcome';
import { withRest } from '../sensor/with-rest';
import { text, textsOf, whole } from './tetragon-fields';
import { healthOf } from './tetragon-health';
import { partOf, type TetragonPart } from './tetragon-kind';
import { withFewLabels } from './tetragon-labels';
import { contextOf } from './tetragon-process';
import { subjectOf } from './tetragon-subject';
import { judge } from './tetragon-verdict';

/**
 * Reads one line as Tetragon exports it (protojson with the names of the proto file). Any value gives an outcome; nothing is
 * thrown. `time` is kept verbatim, and `raw` is the event as it came.
 * @param mode of the agent: whether what a policy asks for is done
 */
export function fromTetragon(native: unknown, mode: AgentMode): SensorOutcome {
  const line = objectOf(native);
  const found = partOf(line);
  if (typeof found === 'string') return skip(found);
  const time = text(line, 'time');
  const health = healthOf(found);
  if (health) return { kind: 'health', ...health, time };
  if (time === undefined || nanoseconds(time) === null)
    return skip('no Tetragon event: time is not an RFC 3339 timestamp');
  const { kind, about } = subjectOf(found);
  const { verdict, ...intended } = judge(found, mode);
  const metadata = withFewLabels({ ...about, ...intended, ...detailsOf(line, found) });
  const body = { kind, timestamp: time, verdict, metadata: withRest(metadata, 'raw', found.part) };
  return { kind: 'observation', body };
}

/** Who did it, where, and which tracing policy told of it: the catalog of detections knows the names of rules. */
const detailsOf = (line: Members, { name, part }: TetragonPart): Members =>
  known({
    event: name,
    rule: text(part, 'policy_name'),
    function: text(part, 'function_name') ?? text(part, 'symbol') ?? tracepointOf(part),
    message: text(part, 'message'),
    tags: textsOf(part, 'tags'),
    sensor: text(line, 'node_name'),
    cluster: text(line, 'cluster_name'),
    node_labels: someOf(objectOf(own(line, 'node_labels'))),
    aggregated: whole(objectOf(own(line, 'aggregation_info')), 'count'),
    ...contextOf(part),
  });

function tracepointOf(part: Members): string | undefined {
  const names = [text(part, 'subsys'), text(part, 'event')];
  return names.filter((name) => name !== undefined).join('/') || undefined;
}
