import {
  type AgentContext,
  eventId,
  type IssueCreated,
  type IssueEvent,
  type IssueOccurred,
  isoTime,
  type LogEvent,
  nanoseconds,
  type ObservationBody,
  type ObservationRecorded,
  type Policy,
  type PolicyCreated,
  type PolicyDocument,
  type PolicyUpdated,
  type Recorded,
  sortableTime,
  type Topic,
} from '@parapet/contracts';

/** Facts for the specs of this service. */
export const AGENT: AgentContext = {
  ...{ id: 'agent_1', platform: 'kubernetes', hostname: 'node-1', mode: 'detect' },
  ...{ cluster: 'prod', node: 'node-1', labels: { cluster: 'prod', team: 'blue' } },
};

export const START = Date.parse('2026-03-03T10:00:00.000Z');

export const meta = <T extends string>(type: T, ms: number): Omit<LogEvent<T>, 'data'> => ({
  ...{ id: eventId(), type, schema: 1, time: isoTime(ms), actor: 'test', cause: null },
});

/** A connection that an agent reports. */
export const connection = (
  metadata: object,
  rest: Partial<ObservationBody> = {},
): ObservationBody => ({
  ...{ kind: 'network_connection', timestamp: isoTime(START), verdict: 'detected' },
  metadata: { ...metadata },
  ...rest,
});

export function recorded(
  body: ObservationBody,
  { id = 'event_1', ms = START, agent = AGENT } = {},
): ObservationRecorded {
  const at = sortableTime(nanoseconds(body.timestamp) ?? 0n);
  const data = { observation_id: id, at, received_at: isoTime(ms), agent, body };
  return { ...meta('ObservationRecorded', ms), data };
}

export const at = <E extends LogEvent>(
  topic: Topic,
  offset: number,
  key: string,
  event: E,
): Recorded<E> => ({ position: { topic, partition: 0, offset }, key, event });

let made = 0;
/** A policy that stands, of these patterns. */
export function policy(patterns: readonly string[], rest: Partial<Policy> = {}): Policy {
  made += 1;
  return {
    ...{ id: `policy_${made}`, name: 'a policy', type: 'allow', scope: 'global', enabled: true },
    ...{ version: 1, made_by: [], created_at: isoTime(START + made), updated_at: '' },
    rules: patterns.map((pattern) => ({ pattern })),
    ...rest,
  };
}

export const policyDocument = (
  patterns: readonly string[],
  rest: Partial<PolicyDocument> = {},
): PolicyDocument => ({
  ...{ name: 'a policy', type: 'allow', scope: 'global', enabled: true },
  rules: patterns.map((pattern) => ({ pattern })),
  ...rest,
});

export const policyCreated = (policy_id: string, document: PolicyDocument): PolicyCreated => ({
  ...meta('PolicyCreated', START),
  data: { version: 1, policy_id, document },
});

export const policyUpdated = (
  policy_id: string,
  version: number,
  document: PolicyDocument,
): PolicyUpdated => ({ ...meta('PolicyUpdated', START), data: { version, policy_id, document } });

/** An occurrence of an issue that counts these observations, each received so many milliseconds after the start. */
export function occurred(
  type: 'IssueCreated' | 'IssueRecurred',
  observations: Readonly<Record<string, number>>,
  rest: Partial<IssueCreated['data']> = {},
): IssueOccurred {
  const seen = Object.entries(observations).map(([id, ms]) => ({
    ...{ id, position: `observations/0/${id}`, received_at: isoTime(START + ms) },
    ...{ kind: 'network_connection', timestamp: isoTime(START + ms), verdict: 'detected' as const },
  }));
  const data: IssueCreated['data'] = {
    ...{ issue_id: 'issue_1', title: 'Unknown egress to x.com', agent_id: AGENT.id },
    ...{ severity: 'high', verdict: 'detected', micro_context: {}, details: { domain: 'x.com' } },
    why: { reason: 'no policy allows it', policy: null },
    subject: { platform: 'kubernetes', labels: {}, verdict: 'detected' },
    ...{ judged_at: 0, observations: seen },
    evidence: seen.map(({ position: _, ...copy }) => ({ ...copy, metadata: { of: copy.id } })),
    ...rest,
  };
  return { ...meta(type, START), data };
}

/** Makes recorded events of one issue, at offsets 10, 20, … (offsets have gaps). */
export const inLog = (...events: readonly IssueEvent[]): Recorded<IssueEvent>[] =>
  events.map((event, i) => at('issues', 10 * (i + 1), event.data.issue_id, event));
