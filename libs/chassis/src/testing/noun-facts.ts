const meta = (id: string) => ({
  ...{ id, schema: 1, time: '2026-01-01T00:00:00.000Z', actor: 'token_1', cause: null },
});
const document = (name: string) => ({
  ...{ name, type: 'allow', scope: 'global', enabled: true, rules: [{ pattern: 'a.example' }] },
});
const described = { url: 'https://a.example', events: [], description: '', from: [] };

const TALLY = { accepted: 1, duplicate: 0, rejected: { bad_request: 1 }, lost: 0 };

/** What sensors told of themselves. */
const heard = (lost: number) => ({
  reports: [{ sensor: 'falco', at: `2026-01-0${lost}`, event: 'drop', message: 'lost', lost }],
  losses: [{ sensor: 'falco', id: `2026-01-0${lost}`, lost }],
});

/** Each makes a fact about `id` that claims to make `version`; the first of each list is the creation. */
export type Make = (id: string, version: number, fact: string) => object;
export const AGENT_FACTS: readonly Make[] = [
  (agent_id, _, fact) => ({
    ...{ ...meta(fact), type: 'AgentCreated' },
    data: { agent_id, version: 1, name: 'n', os: 'linux', kind: 'host', labels: {} },
  }),
  (agent_id, version, fact) => ({
    ...{ ...meta(fact), type: 'AgentModeChanged', data: { agent_id, version, mode: 'enforce' } },
  }),
  (agent_id, version, fact) => ({
    ...{ ...meta(fact), type: 'AgentTokenRotated' },
    data: { agent_id, version, token_digest: fact },
  }),
  (agent_id, version, fact) => ({
    ...{ ...meta(fact), type: 'AgentSeen' },
    data: { agent_id, last_seen: '2026-01-02', count: { by: 'a', number: version, tally: TALLY } },
  }),
  (agent_id, version, fact) => ({
    ...{ ...meta(fact), type: 'AgentSeen' },
    data: {
      ...{ agent_id, last_seen: `2026-01-0${version}`, version: fact, hostname: fact },
      count: { by: fact, number: 1, tally: { ...TALLY, lost: version }, ...heard(version) },
    },
  }),
  (agent_id, version, fact) => ({
    ...{ ...meta(fact), type: 'AgentDeleted', data: { agent_id, version } },
  }),
];
export const ACTIVITY_FACTS: readonly Make[] = [
  (agent_id, version, fact) => ({
    ...{ ...meta(fact), type: 'AgentSighted' },
    data: { agent_id, last_seen: `2026-01-0${version}` },
  }),
  (agent_id, version, fact) => ({
    ...{ ...meta(fact), type: 'AgentSighted' },
    data: { agent_id, last_seen: '2026-01-02', count: { by: 'a', number: version, tally: TALLY } },
  }),
  (agent_id, version, fact) => ({
    ...{ ...meta(fact), type: 'AgentSighted' },
    data: {
      ...{ agent_id, last_seen: `2026-01-0${version}` },
      count: { by: fact, number: 1, tally: { ...TALLY, lost: version }, ...heard(version) },
    },
  }),
  (agent_id, version, fact) => ({
    ...{ ...meta(fact), type: 'ActivityCarried' },
    data: {
      agent_id,
      activity: { last_seen: `2026-01-0${version}`, sightings: version, tally: TALLY },
    },
  }),
];
export const POLICY_FACTS: readonly Make[] = [
  (policy_id, _, fact) => ({
    ...{ ...meta(fact), type: 'PolicyCreated' },
    data: { policy_id, version: 1, document: document(fact) },
  }),
  (policy_id, version, fact) => ({
    ...{ ...meta(fact), type: 'PolicyUpdated' },
    data: { policy_id, version, document: document(fact) },
  }),
  (policy_id, version, fact) => ({
    ...{ ...meta(fact), type: 'PolicyDeleted', data: { policy_id, version } },
  }),
];
export const TOKEN_FACTS: readonly Make[] = [
  (token_id, _, fact) => ({
    ...{ ...meta(fact), type: 'TokenCreated' },
    data: { token_id, version: 1, name: 'n', permissions: [], digest: fact, expires_at: null },
  }),
  (token_id, version, fact) => ({
    ...{ ...meta(fact), type: 'TokenSessionEnded' },
    data: { token_id, session_id: fact, until: '2026-01-03', begun_at: `2026-01-0${version}` },
  }),
  (token_id, _, fact) => ({
    ...{ ...meta(fact), type: 'TokenUsed', data: { token_id, last_used: '2026-01-02' } },
  }),
  (token_id, version, fact) => ({
    ...{ ...meta(fact), type: 'TokenRevoked', data: { token_id, version } },
  }),
];
export const WEBHOOK_FACTS: readonly Make[] = [
  (webhook_id, _, fact) => ({
    ...{ ...meta(fact), type: 'WebhookCreated' },
    data: { webhook_id, version: 1, ...described, enabled: true, secret_sealed: fact },
  }),
  (webhook_id, version, fact) => ({
    ...{ ...meta(fact), type: 'WebhookUpdated' },
    data: { webhook_id, version, ...described, enabled: false },
  }),
  (webhook_id, version, fact) => ({
    ...{ ...meta(fact), type: 'WebhookDisabled', data: { webhook_id, version, reason: fact } },
  }),
  (webhook_id, version, fact) => ({
    ...{ ...meta(fact), type: 'WebhookSecretStaged' },
    data: { webhook_id, version, secret_sealed: fact, promotes_at: '2026-01-02T00:00:00.000Z' },
  }),
  (webhook_id, version, fact) => ({
    ...{ ...meta(fact), type: 'WebhookSecretPromoted', data: { webhook_id, version } },
  }),
  (webhook_id, version, fact) => ({
    ...{ ...meta(fact), type: 'WebhookResealed' },
    data: { webhook_id, version, sealed: { secret: fact, staged: fact } },
  }),
  (webhook_id, version, fact) => ({
    ...{ ...meta(fact), type: 'WebhookDeleted', data: { webhook_id, version } },
  }),
];
