import { type Agent, type AgentEvent, evolveAgent } from './agent/agent';
import { Unavailable } from './errors';
import type { IssueEvent } from './issue/issue';
import { evolveStanding, type IssueStanding } from './issue/issue-standing';
import { evolvePolicy, type Policy, type PolicyEvent } from './policy/policy';
import { evolveToken, type Token, type TokenEvent } from './token/token';
import { evolveWebhook, type Webhook, type WebhookEvent } from './webhook/webhook';

const state = { version: 1, made_by: ['e1'] };
/** A change that no code of this version makes. */
const change = (version: number): object => ({
  ...{ id: 'e2', type: 'NounRenamed', schema: 1, time: '2026-01-01T00:00:00.000Z' },
  ...{ actor: 'token_1', cause: null, data: { version, name: 'b' } },
});

const FOLDS = {
  agents: (e: object) => evolveAgent(state as unknown as Agent, e as AgentEvent),
  issues: (e: object) => evolveStanding(state as unknown as IssueStanding, e as IssueEvent),
  policies: (e: object) => evolvePolicy(state as unknown as Policy, e as PolicyEvent),
  tokens: (e: object) => evolveToken(state as unknown as Token, e as TokenEvent),
  webhooks: (e: object) => evolveWebhook(state as unknown as Webhook, e as WebhookEvent),
};

test.each(Object.entries(FOLDS))(
  'rule 6: a change of %s that only newer code knows is neither passed over nor taken for another one',
  (_, fold) => {
    expect(() => fold(change(2))).toThrow(Unavailable);
    expect(() => fold(change(2))).toThrow('NounRenamed, version 1, is of a newer version');
    expect(fold(change(3))).toBe(state);
  },
);
