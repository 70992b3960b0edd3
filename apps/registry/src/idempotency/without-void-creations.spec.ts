import { KEYED_CREATIONS, Table } from '@parapet/chassis';
import {
  type AgentEvent,
  decode,
  evolveAgent,
  evolvePolicy,
  type LogEvent,
  type PolicyEvent,
  type RawRecord,
  type Recorded,
  toAppend,
  Unavailable,
  type Versioned,
} from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import fc from 'fast-check';
import { AGENTS } from '../agent/agent.collection';
import { AgentProjection } from '../agent/agent.projection';
import { POLICIES } from '../policy/policy.collection';
import { PolicyProjection } from '../policy/policy.projection';

const meta = (id: string) => ({
  ...{ id, schema: 1, time: '2026-01-01T00:00:00.000Z', actor: 'token_1', cause: null },
});
const DOCUMENT = { name: 'n', type: 'allow', scope: 'global', enabled: true, rules: [] };
const DESCRIPTION = { name: 'n', os: 'linux', kind: 'host', labels: {} };
const CREATION = { version: 1, request_digest: 'd' };

/** Each makes a fact about `id`: a creation with a key, a change, a deletion. */
type Make = (id: string, version: number, fact: string) => object;
const FACTS: Readonly<Record<'agents' | 'policies', readonly Make[]>> = {
  agents: [
    (agent_id, _, fact) => ({
      ...{ ...meta(fact), type: 'AgentCreated' },
      data: { ...CREATION, agent_id, ...DESCRIPTION, token_digest: fact },
    }),
    (agent_id, version, fact) => ({
      ...{ ...meta(fact), type: 'AgentModeChanged', data: { agent_id, version, mode: 'enforce' } },
    }),
    (agent_id, version, fact) => ({
      ...{ ...meta(fact), type: 'AgentDeleted', data: { agent_id, version } },
    }),
  ],
  policies: [
    (policy_id, _, fact) => ({
      ...{ ...meta(fact), type: 'PolicyCreated' },
      data: { ...CREATION, policy_id, document: DOCUMENT },
    }),
    (policy_id, version, fact) => ({
      ...{ ...meta(fact), type: 'PolicyUpdated' },
      data: { policy_id, version, document: DOCUMENT },
    }),
    (policy_id, version, fact) => ({
      ...{ ...meta(fact), type: 'PolicyDeleted', data: { policy_id, version } },
    }),
  ],
};

interface State extends Versioned {
  readonly id: string;
  readonly deleted?: true;
}
type Evolve = (state: State | undefined, event: LogEvent) => State | undefined;
const EVOLVE = {
  agents: ((s, e) => evolveAgent(s as never, e as AgentEvent)) as Evolve,
  policies: ((s, e) => evolvePolicy(s as never, e as PolicyEvent)) as Evolve,
};

let log: EventLog;
let store: ReadModel;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await openEmbeddedReadModel({ path: ':memory:' });
  await Promise.all([store.declare(AGENTS), store.declare(POLICIES)]);
  await store.declare(KEYED_CREATIONS);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all([log.close(), store.close()]);
});

const project = (topic: 'agents' | 'policies', records: readonly Recorded[]): Promise<void> =>
  topic === 'agents'
    ? new AgentProjection(store).project(records as readonly Recorded<AgentEvent>[])
    : new PolicyProjection(store).project(records as readonly Recorded<PolicyEvent>[]);
const stored = (topic: 'agents' | 'policies', id: string): Promise<Versioned | undefined> =>
  topic === 'agents' ? store.get(AGENTS, id) : store.get(POLICIES, id);

test.each(['agents', 'policies'] as const)(
  'rule 6: however often one of %s is claimed to be made, before and after it was deleted, tables and documents know the same',
  async (topic) => {
    let made = 0;
    const table = new Table<State, LogEvent>(topic, EVOLVE[topic], (s) => s.deleted === true);
    table.open(log);
    const drawn = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 2, max: 4 })),
      { minLength: 1, maxLength: 10 },
    );
    let claimedAgain = 0;
    await fc.assert(
      fc.asyncProperty(drawn, fc.integer({ min: 1, max: 4 }), async (claims, size) => {
        const id = `${topic}_${(made += 1)}`;
        const facts = claims.map(([kind, version], i) =>
          toAppend(id, FACTS[topic][kind]?.(id, version, `fact_${i}`) as LogEvent),
        );
        const positions = await log.append(topic, facts);
        const records = facts.map((fact, i) =>
          decode({ ...fact, position: positions[i] } as RawRecord),
        );
        for (let i = 0; i < records.length; i += size) {
          await project(topic, records.slice(i, i + size));
          // What was projected comes again when a process ends before it has noted that.
          await project(topic, records.slice(i, i + size));
        }
        await table.caughtUp();
        const all = records.reduce<State | undefined>(
          (state, { event }) => EVOLVE[topic](state, event),
          undefined,
        );
        const madeBy = all?.deleted ? undefined : all?.made_by;
        expect((await stored(topic, id))?.made_by).toEqual(madeBy);
        expect(table.get(id)?.made_by).toEqual(madeBy);
        if (madeBy === undefined) claimedAgain += Number(claims.at(-1)?.[0] === 0);
      }),
      { seed: 13, numRuns: 200 },
    );
    expect(claimedAgain).toBeGreaterThan(0);
    await table.close();
  },
);

test('a keyed creation that was parked is made when it is appended again, and a rival that came meanwhile is not', async () => {
  const claim = (fact: string) =>
    toAppend('agent_1', FACTS.agents[0]?.('agent_1', 1, fact) as LogEvent);
  const facts = ['parked', 'rival', 'parked', 'parked'].map(claim);
  const positions = await log.append('agents', facts);
  const records = facts.map((fact, i) => decode({ ...fact, position: positions[i] } as RawRecord));
  const write = jest.spyOn(store, 'write').mockRejectedValueOnce(new Unavailable('away'));
  await expect(project('agents', records.slice(0, 1))).rejects.toThrow('away');
  write.mockRestore();
  for (const record of records.slice(1)) await project('agents', [record]);
  expect(await stored('agents', 'agent_1')).toMatchObject({ version: 1, made_by: ['parked'] });
});
