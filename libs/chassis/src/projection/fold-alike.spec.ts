import {
  type AgentEvent,
  decode,
  evolveAgent,
  evolvePolicy,
  evolveToken,
  evolveWebhook,
  type LogEvent,
  type PolicyEvent,
  type RawRecord,
  toAppend,
  type TokenEvent,
  type Versioned,
  type WebhookEvent,
} from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { collection, openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import fc from 'fast-check';
import { Table } from '../table/table';
import { findProjected, foldInto, type Projected } from './fold-into';

const meta = (id: string) => ({
  ...{ id, schema: 1, time: '2026-01-01T00:00:00.000Z', actor: 'token_1', cause: null },
});
const document = (name: string) => ({
  ...{ name, type: 'allow', scope: 'global', enabled: true, rules: [{ pattern: 'a.example' }] },
});
const described = { url: 'https://a.example', events: [], description: '', from: [] };

const TALLY = { accepted: 1, duplicate: 0, rejected: { bad_request: 1 }, lost: 0 };

/** Each makes a fact about `id` that claims to make `version`; the first of each list is the creation. */
type Make = (id: string, version: number, fact: string) => object;
const AGENT: readonly Make[] = [
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
    ...{ ...meta(fact), type: 'AgentDeleted', data: { agent_id, version } },
  }),
];
const POLICY: readonly Make[] = [
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
const TOKEN: readonly Make[] = [
  (token_id, _, fact) => ({
    ...{ ...meta(fact), type: 'TokenCreated' },
    data: { token_id, version: 1, name: 'n', permissions: [], digest: fact, expires_at: null },
  }),
  (token_id, _, fact) => ({
    ...{ ...meta(fact), type: 'TokenUsed', data: { token_id, last_used: '2026-01-02' } },
  }),
  (token_id, version, fact) => ({
    ...{ ...meta(fact), type: 'TokenRevoked', data: { token_id, version } },
  }),
];
const WEBHOOK: readonly Make[] = [
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

/** What every noun's state has, as far as this test looks. */
interface State extends Versioned {
  readonly id: string;
  readonly deleted?: true;
}
type Evolve = (state: State | undefined, event: LogEvent) => State | undefined;
const NOUNS = {
  agents: { make: AGENT, evolve: ((s, e) => evolveAgent(s as never, e as AgentEvent)) as Evolve },
  policies: {
    make: POLICY,
    evolve: ((s, e) => evolvePolicy(s as never, e as PolicyEvent)) as Evolve,
  },
  tokens: { make: TOKEN, evolve: ((s, e) => evolveToken(s as never, e as TokenEvent)) as Evolve },
  webhooks: {
    make: WEBHOOK,
    evolve: ((s, e) => evolveWebhook(s as never, e as WebhookEvent)) as Evolve,
  },
} as const;
const gone = (state: State): boolean => state.deleted === true;
const DOCUMENTS = collection<Projected<State>>({ name: 'documents', indexes: [] });

let log: EventLog;
let store: ReadModel;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await openEmbeddedReadModel({ path: ':memory:' });
  await store.declare(DOCUMENTS);
});
afterEach(() => Promise.all([log.close(), store.close()]));

test.each(Object.keys(NOUNS) as (keyof typeof NOUNS)[])(
  'rule 6: whatever lies in %s, void facts too, tables and documents know the same',
  async (topic) => {
    const { make, evolve } = NOUNS[topic];
    let made = 0;
    const table = new Table<State, LogEvent>(topic, evolve, gone);
    table.open(log);
    const changes = fc.array(
      fc.tuple(fc.integer({ min: 0, max: make.length - 1 }), fc.integer({ min: 1, max: 5 })),
      { maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(changes, fc.integer({ min: 1, max: 5 }), async (drawn, size) => {
        const id = `noun_${(made += 1)}`;
        // A creation comes first, and may lie in the log again: its answer was lost.
        const facts = [[0, 1] as const, ...drawn].map(([kind, version], i) => {
          const fact = make[kind]?.(id, version, `fact_${i}`) as LogEvent;
          return toAppend(id, fact);
        });
        const positions = await log.append(topic, facts);
        const records = facts.map((fact, i) =>
          decode({ ...fact, position: positions[i] } as RawRecord),
        );
        for (let i = 0; i < records.length; i += size)
          await foldInto(store, DOCUMENTS, records.slice(i, i + size), { evolve, gone });
        await table.caughtUp();
        const { applied: _, ...stored } = (await findProjected(store, DOCUMENTS, id)) ?? {
          applied: 0,
        };
        expect(stored).toEqual(table.get(id) ?? {});
        const all = records.reduce<State | undefined>(
          (s, { event }) => evolve(s, event),
          undefined,
        );
        expect(all && !gone(all) ? all : undefined).toEqual(table.get(id));
      }),
      { seed: 6, numRuns: 60 },
    );
    await table.close();
  },
);
