import { type LogEvent, toAppend, Unavailable, type Versioned } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import fc from 'fast-check';
import { ActivityTable } from '../auth/activity-table';
import { AgentTable } from '../auth/agent-table';
import { TokenTable } from '../auth/credential-tables';
import { ACTIVITY_FACTS, AGENT_FACTS, type Make, TOKEN_FACTS } from '../testing/noun-facts';
import { Table } from './table';
import { type TableContents, TableSnapshot } from './table-snapshot';

let log: EventLog;
let store: ReadModel;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await openEmbeddedReadModel({ path: ':memory:' });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await log.close();
  await store.close();
});

type AnyTable = Table<Versioned, LogEvent>;
interface Noun {
  readonly name: string;
  readonly topic: 'agents' | 'sightings' | 'tokens';
  readonly make: readonly Make[];
  readonly table: () => AnyTable;
}
const AGENTS: Noun = {
  ...{ name: 'agents', topic: 'agents', make: AGENT_FACTS },
  table: () => new AgentTable() as unknown as AnyTable,
};
const ACTIVITIES: Noun = {
  ...{ name: 'activities', topic: 'sightings', make: ACTIVITY_FACTS },
  table: () => new ActivityTable(new AgentTable()) as unknown as AnyTable,
};
const TOKENS: Noun = {
  ...{ name: 'tokens', topic: 'tokens', make: TOKEN_FACTS },
  table: () => new TokenTable() as unknown as AnyTable,
};
/** A state that is another after each fact, and shows what was folded in twice or never. */
interface Heard extends Versioned {
  readonly facts: readonly string[];
}
const HEARD: Noun = {
  ...{ name: 'facts, each of which changes something,', topic: 'agents', make: AGENT_FACTS },
  table: () =>
    new Table<Heard, LogEvent>(
      'agents',
      (was, { id }) => ({ version: 1, made_by: [], facts: [...(was?.facts ?? []), id] }),
      ({ facts }) => facts.length > 7,
    ) as unknown as AnyTable,
};

const opened: AnyTable[] = [];
afterEach(() => Promise.all(opened.splice(0).map((table) => table.close())));

async function snapshotOf({ topic }: Noun): Promise<TableSnapshot<Versioned>> {
  const snapshot = new TableSnapshot<Versioned>(store, { topic, fold: '1' });
  await snapshot.declare();
  return snapshot;
}
async function tableOf(noun: Noun, from?: TableSnapshot<Versioned>): Promise<AnyTable> {
  const table = noun.table();
  opened.push(table);
  if (from) await table.openFrom(log, from);
  else table.open(log);
  await table.caughtUp();
  return table;
}
const append = (noun: Noun, id: string, kind: number, version: number): Promise<unknown> => {
  const made = noun.make[kind % noun.make.length]?.(id, version, `fact_${kind}_${version}`);
  return log.append(noun.topic, [toAppend(id, made as LogEvent)]);
};
/** What it knows, of ids that are gone as well. */
const known = (table: AnyTable): unknown =>
  new Map(table.contents().entries.map(({ id, state }) => [id, state]));

const NOTHING: TableContents<Versioned> = { next: [], last: [], entries: [] };
const WORK = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.constant('append'),
      fc.nat(3),
      fc.nat(4),
      fc.integer({ min: 1, max: 4 }),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constant('capture'), fc.nat(1)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('save'), fc.nat(9)) },
  fc.tuple(fc.constant('killed'), fc.nat(9), fc.nat(4)),
  fc.tuple(fc.constant('restart'), fc.nat(1)),
);

test.each([HEARD, AGENTS, ACTIVITIES, TOKENS])(
  'rule 6: a table of $name that begins with a snapshot, whoever wrote it and was killed in it, knows what one knows that read all',
  (noun) => {
    let runs = 0;
    return fc.assert(
      fc.asyncProperty(fc.array(WORK, { minLength: 10, maxLength: 40 }), async (works) => {
        await store.dropDerived();
        const ids = ['a', 'b', 'c', 'd'].map((letter) => `noun_${letter}_${runs}`);
        runs += 1;
        const snapshot = await snapshotOf(noun);
        const writers = [await tableOf(noun), await tableOf(noun)];
        const captured: TableContents<Versioned>[] = [];
        // However long ago somebody looked: it stood still before it wrote.
        const drawn = (n: number) => captured[n % captured.length] ?? NOTHING;
        const does: Record<string, (a: number, b: number, c: number) => Promise<unknown>> = {
          append: (a, b, c) => append(noun, ids[a] as string, b, c),
          capture: async (a) => {
            await writers[a]?.caughtUp();
            captured.push((writers[a] as AnyTable).contents());
          },
          save: (a) => snapshot.save(drawn(a)),
          killed: (a, b) =>
            snapshot.save({ next: [], last: [], entries: drawn(a).entries.slice(-b) }),
          restart: async (a) => (writers[a] = await tableOf(noun, snapshot)),
        };
        for (const [what, a, b = 0, c = 0] of works as [string, number, number, number][])
          await does[what]?.(a, b, c);
        const [whole, begun] = [await tableOf(noun), await tableOf(noun, snapshot)];
        expect(known(begun)).toEqual(known(whole));
        expect(begun.applied()).toEqual(whole.applied());
        for (const id of ids) await append(noun, id, 0, 1);
        for (const [i, id] of ids.entries()) await append(noun, id, 1 + i, 2);
        await Promise.all([whole.caughtUp(), begun.caughtUp()]);
        expect(known(begun)).toEqual(known(whole));
        await Promise.all(opened.splice(0).map((table) => table.close()));
      }),
      { seed: 31, numRuns: 60 },
    );
  },
);

test('what the snapshot knows is not read again', async () => {
  await append(AGENTS, 'noun_a', 0, 1);
  const snapshot = await snapshotOf(AGENTS);
  const contents = (await tableOf(AGENTS)).contents();
  await snapshot.save(contents);
  const follow = jest.spyOn(log, 'follow');
  const table = await tableOf(AGENTS, snapshot);
  expect(follow).toHaveBeenCalledWith('agents', expect.any(Function), contents.next);
  expect(contents.next).toEqual(await log.ends('agents'));
  expect(table.get('noun_a')).toMatchObject({ id: 'noun_a' });
});

test('listeners hear of what a snapshot knows as of what is read', async () => {
  for (const kind of [0, 1]) await append(AGENTS, 'noun_a', kind, 1 + kind);
  const snapshot = await snapshotOf(AGENTS);
  await snapshot.save((await tableOf(AGENTS)).contents());
  const table = AGENTS.table();
  opened.push(table);
  const heard: unknown[] = [];
  table.onChange((id, now, was, { offset }) => heard.push([id, now?.version, was, offset]));
  await table.openFrom(log, snapshot);
  expect(heard).toEqual([['noun_a', 2, undefined, 1]]);
});

test('a snapshot of another log, which ends before it, is left aside', async () => {
  for (const version of [1, 2, 3]) await append(TOKENS, 'noun_a', 0, version);
  const snapshot = await snapshotOf(TOKENS);
  await snapshot.save((await tableOf(TOKENS)).contents());
  const other = await openEmbeddedEventLog({ path: ':memory:' });
  const table = TOKENS.table();
  await table.openFrom(other, snapshot);
  await table.caughtUp();
  expect(known(table)).toEqual(new Map());
  await table.close();
  await other.close();
});

test('a snapshot of a log that lost its end and has grown again beyond it is left aside', async () => {
  for (const version of [1, 2, 3]) await append(AGENTS, 'noun_a', version, version);
  await append(AGENTS, 'noun_lost', 0, 1);
  const snapshot = await snapshotOf(AGENTS);
  await snapshot.save((await tableOf(AGENTS)).contents());
  await log.close();
  log = await openEmbeddedEventLog({ path: ':memory:' });
  for (const id of ['noun_a', 'noun_b', 'noun_c', 'noun_d'])
    for (let again = 0; again < 10; again += 1) await append(AGENTS, id, again, 1 + again);
  expect(known(await tableOf(AGENTS, snapshot))).toEqual(known(await tableOf(AGENTS)));
});

test('what a table that has not read all yet keeps of an id that its snapshot knows further is right', async () => {
  const snapshot = await snapshotOf(HEARD);
  await append(HEARD, 'noun_a', 1, 1);
  const early = (await tableOf(HEARD)).contents();
  await append(HEARD, 'noun_a', 1, 2);
  const { entries } = (await tableOf(HEARD)).contents();
  await snapshot.save({ next: [], last: [], entries });
  await snapshot.save(early);
  const follow = jest.spyOn(log, 'follow').mockImplementation((_, __, from = []) => ({
    ...{ applied: () => from, caughtUp: async () => undefined, failure: () => undefined },
    close: async () => undefined,
  }));
  const behind = await tableOf(HEARD, snapshot);
  follow.mockRestore();
  await store.dropDerived();
  await snapshot.save(behind.contents());
  expect(known(await tableOf(HEARD, snapshot))).toEqual(known(await tableOf(HEARD)));
});

test('a snapshot that is kept anew while it is being read, with facts that came meanwhile, is begun with', async () => {
  await append(AGENTS, 'noun_a', 0, 1);
  const snapshot = await snapshotOf(AGENTS);
  const whole = await tableOf(AGENTS);
  await snapshot.save(whole.contents());
  const page = store.page.bind(store);
  jest.spyOn(store, 'page').mockImplementationOnce(async (of, query) => {
    await append(AGENTS, 'noun_a', 1, 2);
    await whole.caughtUp();
    await snapshot.save(whole.contents());
    return page(of, query) as never;
  });
  const begun = await tableOf(AGENTS, snapshot);
  expect(begun.begun()).not.toEqual([]);
  expect(known(begun)).toEqual(known(whole));
});

test('what another fold made is left aside', async () => {
  await append(TOKENS, 'noun_a', 0, 1);
  await (await snapshotOf(TOKENS)).save((await tableOf(TOKENS)).contents());
  const next = new TableSnapshot<Versioned>(store, { topic: 'tokens', fold: '2' });
  await next.declare();
  expect(await next.load(log)).toEqual(NOTHING);
});

test('documents that are made again or away at the start: the topic is read from its beginning', async () => {
  await append(TOKENS, 'noun_a', 0, 1);
  const snapshot = await snapshotOf(TOKENS);
  await snapshot.save((await tableOf(TOKENS)).contents());
  jest.spyOn(store, 'insert').mockRejectedValue(new Unavailable('documents are being exchanged'));
  expect(known(await tableOf(TOKENS, snapshot))).toEqual(known(await tableOf(TOKENS)));
});
