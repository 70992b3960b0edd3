import { evolveToken, STRANGER, toAppend, type Token, type TokenEvent } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { newToken } from '../testing/facts';
import { Table } from './table';

const silent = { warn: (): void => undefined, error: (): void => undefined };
let log: EventLog;
let table: Table<Token, TokenEvent>;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:', logger: silent });
  table = new Table('tokens', evolveToken, (token) => token.revoked_at !== null);
});
afterEach(async () => {
  await table.close();
  await log.close();
});

const { fact } = newToken(['admin'], 0);
const id = fact.data.token_id;
const revoked: TokenEvent = {
  ...fact,
  ...{ id: 'r', type: 'TokenRevoked', data: { version: 2, token_id: id } },
};
const append = (event: TokenEvent): Promise<unknown> => log.append('tokens', [toAppend(id, event)]);

test('rule 4: behind the barrier is everything that was in the topic at that moment', async () => {
  await append(fact);
  table.open(log);
  await table.caughtUp();
  expect(table.get(id)?.id).toBe(id);
  expect([...table.values()]).toHaveLength(1);
  expect(table.applied().reduce((a, b) => a + b)).toBe(1);
});

test('a state that is gone leaves the table, and listeners hear of every change once', async () => {
  const heard: unknown[] = [];
  table.onChange((key, now, was) => heard.push([key, now?.version, was?.version]));
  table.open(log);
  await append(fact);
  await append(fact);
  await append(revoked);
  await append(revoked);
  await table.caughtUp();
  expect(table.get(id)).toBeUndefined();
  expect(heard).toEqual([
    [id, 1, undefined],
    [id, undefined, 1],
  ]);
});

test('rule 6: what is gone cannot be made again by its creation, which lies in the log twice where an answer was lost', async () => {
  const gone = new Table<Token, TokenEvent>('tokens', evolveToken, (t) => t.revoked_at !== null);
  gone.open(log);
  await append(fact);
  await append(revoked);
  await append(fact);
  await gone.caughtUp();
  expect(gone.get(id)).toBeUndefined();
  await gone.close();
});

test('rule 5: a record that cannot be applied stops the table, and it says so', async () => {
  table.open(log);
  expect(table.failure()).toBeNull();
  await log.append('tokens', [{ key: id, meta: { ...toAppend(id, fact).meta }, json: '{' }]);
  await expect(table.caughtUp()).rejects.toThrow();
  expect(table.failure()).toMatch(/^topic tokens cannot be followed: /);
});

test('rule 5: a table does not lose what is changed by a fact that only newer code knows: it stops', async () => {
  table.open(log);
  await append(fact);
  await append({ ...revoked, type: 'TokenRenamed' } as object as TokenEvent);
  await expect(table.caughtUp()).rejects.toThrow();
  expect(table.failure()).toMatch(/TokenRenamed.*finish the upgrade/);
  expect(table.get(id)?.id).toBe(id);
});

test('rule 6: what a stranger put into the topic is void, and stops no table', async () => {
  table.open(log);
  const meta = { ...toAppend(id, fact).meta, type: 'Unknown', actor: STRANGER };
  await log.append('tokens', [{ key: 'k', meta, json: '{"version":1}' }]);
  await append(fact);
  await table.caughtUp();
  expect([table.size, table.failure()]).toEqual([1, null]);
});

test('a table that was not opened is a mistake in the code', async () => {
  await expect(table.caughtUp()).rejects.toThrow(/before it was opened/);
});
