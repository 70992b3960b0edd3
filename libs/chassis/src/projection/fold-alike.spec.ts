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
import { AGENT_FACTS, POLICY_FACTS, TOKEN_FACTS, WEBHOOK_FACTS } from '../testing/noun-facts';
import { findProjected, foldInto, type Projected } from './fold-into';

/** What every noun's state has, as far as this test looks. */
interface State extends Versioned {
  readonly id: string;
  readonly deleted?: true;
}
type Evolve = (state: State | undefined, event: LogEvent) => State | undefined;
const NOUNS = {
  agents: {
    make: AGENT_FACTS,
    evolve: ((s, e) => evolveAgent(s as never, e as AgentEvent)) as Evolve,
  },
  policies: {
    make: POLICY_FACTS,
    evolve: ((s, e) => evolvePolicy(s as never, e as PolicyEvent)) as Evolve,
  },
  tokens: {
    make: TOKEN_FACTS,
    evolve: ((s, e) => evolveToken(s as never, e as TokenEvent)) as Evolve,
  },
  webhooks: {
    make: WEBHOOK_FACTS,
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
