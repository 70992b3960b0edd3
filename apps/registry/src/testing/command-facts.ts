import type {
  AgentEvent,
  EventMeta,
  IssueEvent,
  IssueOccurrence,
  LogEvent,
  PolicyEvent,
  Recorded,
  TokenEvent,
  Topic,
  WebhookEvent,
} from '@parapet/contracts';
import fc from 'fast-check';

/** What no answer may ever hold: digests, sealed secrets, and what a fact may carry one day. */
export const SECRET = 'never-to-be-shown';

type Meta<T extends string> = EventMeta & { readonly type: T };
const meta = <T extends string>(type: T, id: string, actor = 'token_1'): Meta<T> => ({
  ...{ id, type, schema: 1, time: '2026-01-01T00:00:00.000Z', actor, cause: null },
});

/** A fact about the thing `of`, which claims to make `version`. */
type Make<E> = (of: string, version: number, id: string) => E;

const document = (id: string) => ({
  ...{ name: id, type: 'allow' as const, scope: 'global' as const, enabled: true },
  rules: [{ pattern: 'a.example' }],
});
const POLICY: readonly Make<PolicyEvent>[] = [
  (policy_id, _, id) => ({
    ...meta('PolicyCreated', id),
    data: { policy_id, version: 1, document: document(id), request_digest: SECRET },
  }),
  (policy_id, version, id) => ({
    ...meta('PolicyUpdated', id),
    data: { policy_id, version, document: document(id) },
  }),
  (policy_id, version, id) => ({ ...meta('PolicyDeleted', id), data: { policy_id, version } }),
];
const AGENT: readonly Make<AgentEvent>[] = [
  (agent_id, _, id) => ({
    ...meta('AgentCreated', id),
    data: {
      ...{ agent_id, version: 1, name: id, os: 'linux', kind: 'host', labels: {} },
      ...{ token_digest: SECRET, request_digest: SECRET },
    },
  }),
  (agent_id, version, id) => ({
    ...meta('AgentModeChanged', id),
    data: { agent_id, version, mode: 'enforce' },
  }),
  (agent_id, version, id) => ({
    ...meta('AgentTokenRotated', id),
    data: { agent_id, version, token_digest: SECRET },
  }),
  (agent_id, _, id) => ({
    ...meta('AgentSeen', id, agent_id),
    data: { agent_id, last_seen: '2026-01-02T00:00:00.000Z' },
  }),
  (agent_id, version, id) => ({ ...meta('AgentDeleted', id), data: { agent_id, version } }),
];
const TOKEN: readonly Make<TokenEvent>[] = [
  (token_id, _, id) => ({
    ...meta('TokenCreated', id),
    data: {
      ...{ token_id, version: 1, name: id, permissions: ['admin'], digest: SECRET },
      ...{ origin: 'api', expires_at: null, request_digest: SECRET },
    },
  }),
  (token_id, _, id) => ({
    ...meta('TokenUsed', id, 'chassis'),
    data: { token_id, last_used: '2026-01-02T00:00:00.000Z' },
  }),
  (token_id, version, id) => ({ ...meta('TokenRevoked', id), data: { token_id, version } }),
];
const HOOK = { url: 'https://a.example/', events: [], description: '', from: [1] };
const WEBHOOK: readonly Make<WebhookEvent>[] = [
  (webhook_id, _, id) => ({
    ...meta('WebhookCreated', id),
    data: {
      ...{ webhook_id, version: 1, ...HOOK, enabled: true },
      ...{ secret_sealed: SECRET, request_digest: SECRET },
    },
  }),
  (webhook_id, version, id) => ({
    ...meta('WebhookUpdated', id),
    data: { webhook_id, version, ...HOOK, enabled: false },
  }),
  (webhook_id, version, id) => ({
    ...meta('WebhookDisabled', id, 'notifier'),
    data: { webhook_id, version, reason: 'gone' },
  }),
  (webhook_id, version, id) => ({
    ...meta('WebhookSecretStaged', id),
    data: { webhook_id, version, secret_sealed: SECRET, promotes_at: '2026-01-02T00:00:00.000Z' },
  }),
  (webhook_id, version, id) => ({
    ...meta('WebhookSecretPromoted', id),
    data: { webhook_id, version },
  }),
  (webhook_id, version, id) => ({
    ...meta('WebhookResealed', id, 'notifier'),
    data: { webhook_id, version, sealed: { secret: SECRET, staged: SECRET } },
  }),
  (webhook_id, version, id) => ({ ...meta('WebhookDeleted', id), data: { webhook_id, version } }),
];

/** Seen at a time that is early or late by the version that is drawn, so that some occurrences reopen. */
const occurrence = (issue_id: string, hour: number): IssueOccurrence => ({
  ...{ issue_id, title: 't', severity: 'high', verdict: 'detected', agent_id: 'agent_1' },
  ...{ micro_context: {}, details: {}, why: { reason: '', policy: null }, judged_at: 0 },
  subject: { platform: 'kubernetes', labels: {}, verdict: 'detected' },
  observations: [
    {
      ...{ id: 'event_1', position: 'observations/0/1', kind: 'k', verdict: 'detected' },
      received_at: `${hour > 2 ? '2026' : '2025'}-06-01T0${hour}:00:00.000Z`,
      timestamp: '2025-06-01T00:00:00Z',
    },
  ],
  evidence: [],
});
const ISSUE: readonly Make<IssueEvent>[] = [
  (of, hour, id) => ({
    ...meta('IssueCreated', id, 'detection'),
    data: occurrence(of, hour),
  }),
  (of, hour, id) => ({ ...meta('IssueRecurred', id, 'detection'), data: occurrence(of, hour) }),
  (issue_id, version, id) => ({
    ...meta('IssueResolved', id),
    data: { issue_id, version, reason: 'done' },
  }),
  (issue_id, version, id) => ({
    ...meta('IssueResolved', id, 'policy_1'),
    data: { issue_id, version, reason: 'allowed' },
  }),
  (issue_id, version, id) => ({
    ...meta('IssueIgnored', id),
    data: { issue_id, version, reason: null, until: '2026-05-01T00:00:00.000Z' },
  }),
  (issue_id, version, id) => ({
    ...meta('IssueOpened', id),
    data: { issue_id, version, reason: null },
  }),
];

const THINGS = ['thing_1', 'thing_2'];

/** Facts about two things in any order, void ones too; each thing's first is the first of the list, as it always is. */
function facts<E extends LogEvent>(topic: Topic, make: readonly Make<E>[]) {
  const one = fc.tuple(
    ...[fc.constantFrom(...THINGS), fc.integer({ min: 0, max: make.length - 1 })],
    fc.integer({ min: 1, max: 6 }),
  );
  return fc.array(one, { maxLength: 16 }).map((drawn): readonly Recorded<E>[] => {
    const first = THINGS.map((of) => [of, 0, 1] as const);
    return [...first, ...drawn].flatMap(([key, kind, version], offset) => {
      const event = make[kind]?.(key, version, `fact_${offset}`);
      return event ? [{ key, event, position: { topic, partition: 0, offset } }] : [];
    });
  });
}

export const FACTS = {
  policies: facts('policies', POLICY),
  agents: facts('agents', AGENT),
  tokens: facts('tokens', TOKEN),
  webhooks: facts('webhooks', WEBHOOK),
  issues: facts('issues', ISSUE),
};
