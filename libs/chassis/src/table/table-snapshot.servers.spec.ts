import { randomBytes } from 'node:crypto';
import { type LogEvent, toAppend } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { dropDatabase, openMongoReadModel } from '@parapet/readmodel/mongodb';
import type { CredentialTables } from '../auth/credential-tables';
import { ACTIVITY_FACTS, AGENT_FACTS, TOKEN_FACTS } from '../testing/noun-facts';
import { closed, testCredentials } from '../testing/test-credentials';

type Documents = Awaited<ReturnType<typeof openMongoReadModel>>;

let url: string;
let log: EventLog;
const stores: Documents[] = [];
const opened: CredentialTables[] = [];
beforeEach(async () => {
  const server = process.env['MONGODB_URL'];
  if (!server) throw new Error('MONGODB_URL must say where a MongoDB answers');
  const pathname = `/snapshot_${randomBytes(6).toString('hex')}`;
  url = Object.assign(new URL(server), { pathname }).href;
  log = await openEmbeddedEventLog({ path: ':memory:' });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(closed));
  for (const store of stores.splice(0)) await store.close();
  await dropDatabase(url);
  await log.close();
});

/** Another process, over documents of its own or of the same client as one before. */
async function begin(documents?: Documents): Promise<CredentialTables> {
  const store = documents ?? (await openMongoReadModel({ url }));
  if (!documents) stores.push(store);
  const credentials = testCredentials(store);
  await credentials.open(log);
  opened.push(credentials);
  await credentials.allCaughtUp();
  return credentials;
}

async function keep(credentials: CredentialTables): Promise<void> {
  for (const { table, snapshot } of credentials.all()) await snapshot.save(table.contents());
}

const known = (credentials: CredentialTables): unknown =>
  credentials
    .all()
    .map(({ table }) => new Map(table.contents().entries.map((entry) => [entry.id, entry])));

/** Every kind of fact about more nouns than a page has. */
async function fill(nouns: number, times: number): Promise<void> {
  for (const [topic, facts] of [
    ['agents', AGENT_FACTS],
    ['sightings', ACTIVITY_FACTS],
    ['tokens', TOKEN_FACTS],
  ] as const)
    for (let time = 1; time <= times; time += 1)
      await log.append(
        topic,
        Array.from({ length: nouns }, (_, n) => {
          const make = time === 1 ? facts[0] : facts[(n + time) % facts.length];
          return toAppend(`noun_${n}`, make?.(`noun_${n}`, time, `${n}_${time}`) as LogEvent);
        }),
      );
}

test('rule 18: a process that begins with a snapshot in MongoDB knows what one knows that read all', async () => {
  await fill(1_200, 5);
  const whole = await begin();
  await keep(whole);
  await keep(whole);
  const follow = jest.spyOn(log, 'follow');
  const begun = await begin();
  expect(follow.mock.calls.map(([, , from]) => from)).toEqual([
    await log.ends('agents'),
    await log.ends('sightings'),
    await log.ends('tokens'),
  ]);
  expect(known(begun)).toEqual(known(whole));
  await fill(1_200, 3);
  for (const each of [whole, begun]) await each.allCaughtUp();
  expect(known(begun)).toEqual(known(whole));
  await keep(begun);
  expect(known(await begin())).toEqual(known(whole));
});

test('rule 18: what was dropped while it was being read, and not heard of, is not begun with', async () => {
  await fill(1_200, 4);
  const whole = await begin();
  await keep(whole);
  const [store] = stores as [Documents];
  const page = store.page.bind(store);
  let isDropped = false;
  // Both tables are read at the same time: what is dropped must be what is asked about.
  jest.spyOn(store, 'page').mockImplementation(async (of, query) => {
    const first = await page(of, query);
    if (isDropped || !of.name.startsWith('agents_snapshot')) return first as never;
    isDropped = true;
    const operator = await openMongoReadModel({ url });
    await operator.dropDerived();
    await operator.close();
    return first as never;
  });
  const begun = await begin(store);
  expect(begun.agents.begun()).toEqual([]);
  expect(known(begun)).toEqual(known(whole));
});

test('rule 18: a snapshot is kept anew in the documents that took the place of those it was in', async () => {
  await fill(30, 4);
  const whole = await begin();
  await keep(whole);
  const [store] = stores as [Documents];
  await store.dropDerived();
  expect(await whole.agentSnapshot.load(log)).toEqual({ next: [], last: [], entries: [] });
  await keep(whole);
  expect(known(await begin())).toEqual(known(whole));
});
