import { type Agent, type AgentEvent, evolveAgent } from './agent/agent';
import { Unavailable } from './errors';
import { decode } from './event';
import type { IssueEvent } from './issue/issue';
import { evolveStanding, type IssueStanding } from './issue/issue-standing';
import { isOfNewerType, STRANGER } from './newer-fact';
import { evolvePolicy, type Policy, type PolicyEvent } from './policy/policy';
import { evolveToken, type Token, type TokenEvent } from './token/token';
import { TOPICS } from './topics';
import { evolveWebhook, type Webhook, type WebhookEvent } from './webhook/webhook';

const record = (topic: string, type: string, actor: string) => ({
  ...{ key: 'k', json: '{"version":1}', position: { topic, partition: 0, offset: 1 } },
  meta: { id: 'e', type, schema: 1, time: '2026-01-01T00:00:00.000Z', actor, cause: null },
});

test.each(Object.keys(TOPICS))(
  'rule 6: of %s nobody passes over a fact that only newer code knows, or takes it for another one',
  (topic) => {
    const newer = record(topic, 'NounRenamed', 'registry');
    expect(isOfNewerType(newer.position.topic, newer.meta)).toBe(true);
    expect(() => decode(newer)).toThrow(Unavailable);
    expect(() => decode(newer)).toThrow('NounRenamed, version 1, is of a newer version');
  },
);

test('what a stranger put into a topic holds up nobody who waits for newer code', () => {
  const strange = record('tokens', 'Unknown', STRANGER);
  expect(isOfNewerType(strange.position.topic, strange.meta)).toBe(false);
  expect(decode(strange).event.type).toBe('Unknown');
  const { meta } = strange;
  expect(() => decode({ ...strange, meta: { ...meta, schema: 7 } })).not.toThrow();
});

const FOLDS = {
  agents: (state: object | undefined, e: object) => evolveAgent(state as Agent, e as AgentEvent),
  issues: (state: object | undefined, e: object) =>
    evolveStanding(state as IssueStanding, e as IssueEvent),
  policies: (state: object | undefined, e: object) =>
    evolvePolicy(state as Policy, e as PolicyEvent),
  tokens: (state: object | undefined, e: object) => evolveToken(state as Token, e as TokenEvent),
  webhooks: (state: object | undefined, e: object) =>
    evolveWebhook(state as Webhook, e as WebhookEvent),
};

test.each(Object.entries(FOLDS))(
  'rule 6: what a stranger put among %s is void, whichever version it claims to make',
  (_, fold) => {
    const known = { version: 1, made_by: ['e1'] };
    for (const state of [undefined, known])
      for (const version of [1, 2, 3]) {
        const event = { ...record('t', 'Unknown', STRANGER).meta, data: { version } };
        expect(fold(state, event)).toBe(state);
      }
  },
);
