import type { Evidence } from '@parapet/contracts';
import type { IssueDocument } from '../../issue/issue.collection';
import { ocsfEvidence } from './evidence';
import { observablesOf } from './observables';
import { ACTIVITY_WORDS, SEVERITY_WORDS, STATUS_WORDS, VERDICT_WORDS } from './words';

const SCHEMA_VERSION = '1.5.0';
const CLASS_UID = 2004;
const CLASS = {
  ...{ category_uid: 2, category_name: 'Findings' },
  ...{ class_uid: CLASS_UID, class_name: 'Detection Finding' },
};
const PRODUCT = { name: 'Parapet', vendor_name: 'Parapet' };

const ms = (time: string): number => Date.parse(time);

/**
 * An issue, as it is now, as a Detection Finding of OCSF 1.5 with the profile `security_control`. Times are milliseconds since 1970.
 * Undefined members are left out of JSON.
 * @param evidence of the issue, oldest first
 * @param url where people look at the issue
 */
export function detectionFinding(
  issue: IssueDocument,
  evidence: readonly Evidence[],
  url: string,
): object {
  const evidences = evidence.map(ocsfEvidence).reverse();
  return {
    ...CLASS,
    ...activityOf(issue),
    time: changedAt(issue),
    ...stateOf(issue),
    ...{ message: issue.title, count: issue.occurrences, is_alert: true },
    ...{ start_time: ms(issue.first_seen), end_time: ms(issue.last_seen) },
    finding_info: { ...findingInfoOf(issue), src_url: url },
    evidences: evidences.length === 0 ? undefined : evidences,
    observables: observablesOf(evidences),
    device: deviceOf(issue),
    resources: [resourceOf(issue)],
    metadata: {
      ...{ version: SCHEMA_VERSION, product: PRODUCT, profiles: ['security_control'] },
      // Another state of the same issue is another event of it, and what changed nothing is none.
      uid: `${issue.id}.${issue.changed ?? issue.applied}`,
      ...{ event_code: issue.details.detection, original_time: issue.last_seen },
    },
    unmapped: unmappedOf(issue),
  };
}

const changedAt = ({ created_at, last_seen, status_at }: IssueDocument): number =>
  Math.max(ms(created_at), ms(last_seen), ms(status_at));

/** What of the issue is news. */
function activityOf({ status, occurrences }: IssueDocument) {
  const over = status === 'resolved' || status === 'ignored';
  const changed = occurrences > 1 || status !== 'open';
  const { id, caption } = ACTIVITY_WORDS[over ? 'close' : changed ? 'update' : 'create'];
  return {
    ...{ activity_id: id, activity_name: caption },
    ...{ type_uid: CLASS_UID * 100 + id, type_name: `${CLASS.class_name}: ${caption}` },
  };
}

function stateOf({ severity, status, verdict, status_reason }: IssueDocument) {
  const { action, disposition } = VERDICT_WORDS[verdict];
  return {
    ...{ severity_id: SEVERITY_WORDS[severity].id, severity: SEVERITY_WORDS[severity].caption },
    ...{ status_id: STATUS_WORDS[status].id, status: STATUS_WORDS[status].caption },
    status_detail: status_reason ?? undefined,
    ...{ action_id: action.id, action: action.caption },
    ...{ disposition_id: disposition.id, disposition: disposition.caption },
  };
}

function findingInfoOf(issue: IssueDocument) {
  const { id, title, why } = issue;
  const { detection, technique } = issue.details;
  return {
    ...{ uid: id, title, desc: why.reason },
    types: detection === undefined ? undefined : [detection],
    ...{ created_time: ms(issue.created_at), modified_time: changedAt(issue) },
    ...{ first_seen_time: ms(issue.first_seen), last_seen_time: ms(issue.last_seen) },
    analytic: analyticOf(why, detection ?? title),
    attacks: technique === undefined ? undefined : [attackOf(technique)],
  };
}

/** The rule of a policy that decided, else the detection. */
const analyticOf = ({ policy, reason }: IssueDocument['why'], detection: string) => ({
  ...{ type_id: 1, type: 'Rule', desc: reason },
  ...(policy
    ? {
        uid: policy.id,
        name: policy.pattern,
        version: String(policy.version),
        category: policy.type,
      }
    : { uid: detection, name: detection }),
});

/** A MITRE ATT&CK technique such as `T1059`, or a part of one such as `T1059.004`. */
const attackOf = (technique: string) => ({
  technique: { uid: technique.split('.', 1)[0] },
  sub_technique: technique.includes('.') ? { uid: technique } : undefined,
});

/** The host of the agent, as far as the agent tells. */
const deviceOf = ({ agent_id, micro_context: { node, platform } }: IssueDocument) => ({
  ...{ uid: agent_id, hostname: node, name: node },
  ...(platform === undefined ? { type_id: 0, type: 'Unknown' } : { type_id: 99, type: platform }),
});

const resourceOf = ({ agent_id, micro_context, subject }: IssueDocument) => ({
  ...{ uid: agent_id, name: micro_context.node, type: 'agent' },
  namespace: subject.labels['namespace'],
  group: micro_context.cluster === undefined ? undefined : { name: micro_context.cluster },
  labels: Object.entries(subject.labels).map(([key, value]) => `${key}: ${value}`),
});

const unmappedOf = ({ status_at, status_by, ignored_until, why }: IssueDocument) => ({
  ...{ status_at, status_by },
  ...(ignored_until !== null && { ignored_until }),
  ...(why.policy && { policy: why.policy }),
});
