import { evolvePolicy, type Policy, type PolicyEvent, type Recorded } from '@parapet/contracts';
import { documentOf } from '../policy.http';
import { CHANGE_OF, type PolicyVersion, versionId } from './policy-version.collection';

type Versions = ReadonlyMap<string, PolicyVersion>;

/** Which versions must be known to fold a record: the one it claims to make, and the one before. */
export const versionsAround = ({ key, event }: Recorded<PolicyEvent>): readonly string[] => [
  versionId(key, event.data.version),
  versionId(key, event.data.version - 1),
];

/** What is known of a policy before a record; undefined where the record has been folded already. */
function before(known: Versions, record: Recorded<PolicyEvent>) {
  const last = versionsAround(record)
    .map((id) => known.get(id))
    .find((version) => version !== undefined);
  if (last && last.applied >= record.position.offset) return undefined;
  return { policy: last?.policy };
}

function versionOf(policy: Policy, { event, position }: Recorded<PolicyEvent>): PolicyVersion {
  const { id: policy_id, version } = policy;
  return {
    ...{ id: versionId(policy_id, version), policy_id, version },
    ...{ at: event.time, by: event.actor, change: CHANGE_OF[event.type], policy },
    ...{ applied: position.offset, size: Buffer.byteLength(JSON.stringify(documentOf(policy))) },
  };
}

/**
 * The versions that a batch makes beside those that are known. Void facts make none: those that lost a race, and all that come after a
 * deletion.
 */
export function foldVersions(
  known: Versions,
  records: readonly Recorded<PolicyEvent>[],
): readonly PolicyVersion[] {
  const all = new Map(known);
  const made: PolicyVersion[] = [];
  for (const record of records) {
    const was = before(all, record);
    const policy = was && evolvePolicy(was.policy, record.event);
    if (!policy || policy === was.policy) continue;
    const version = versionOf(policy, record);
    all.set(version.id, version);
    made.push(version);
  }
  return made;
}
