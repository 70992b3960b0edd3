import type { EventToAppend } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import type { ParkedEntry } from './parked-entry';
import { whyNotRetried } from './why-not-retried';

let log: EventLog;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
});
afterEach(() => log.close());

const meta = (id: string) => ({
  ...{ id, type: 'PolicyUpdated', schema: 1, time: '2026-01-01T00:00:00.000Z' },
  ...{ actor: 'token_1', cause: null },
});
const fact = (key: string, version: number): EventToAppend => ({
  ...{ key, meta: meta(`${key} ${version}`), json: JSON.stringify({ version }) },
});
const parkedAt = (offset: number, record: EventToAppend, group: string): ParkedEntry => ({
  ...{ id: 'A', group, origin: '', topic: 'policies', type: 'PolicyUpdated', reason: '', record },
  ...{ position: { topic: 'policies', partition: 0, offset }, parked_at: '', goes_at: '' },
  ...{ retried_at: null, dropped_at: null, dropped_because: null },
});
const why = (...entry: Parameters<typeof parkedAt>) =>
  whyNotRetried(log, 'policies', parkedAt(...entry));

test('a change that documents lack, and that another change has followed, is not appended again: they would lack that one', async () => {
  const [overtaken, last] = [fact('policy_1', 2), fact('policy_2', 2)];
  // A copy of itself, retried before, is nothing else.
  await log.append('policies', [overtaken, last, last, fact('policy_1', 3)]);
  expect(await why(0, overtaken, 'registry.policies')).toBe(
    'PolicyUpdated at policies/0/3 came after it, and documents without the one left out the other; `npx parapet rebuild` folds both',
  );
  expect(await why(1, last, 'registry.policies')).toBeNull();
});

test('what could not be read is not appended again: all that is parked of it is a sentence', async () => {
  const json = 'its batch cannot be read: it is odd';
  const record = { key: '', meta: { ...meta('policies/0/7'), type: 'Unreadable' }, json };
  expect(await why(7, record, 'registry.policies')).toBe(
    'its batch, of which policies/0/7 is the last record, could not be read: there is nothing to append',
  );
});

test('what was too long to be parked is not appended again: nothing of what it says was parked', async () => {
  expect(await why(7, { ...fact('policy_1', 2), json: 'null' }, 'registry.policies')).toBe(
    'nothing of what it says was parked: there is nothing to append',
  );
});

test('what has a key or a header too long to be parked is not appended again: it would be another record', async () => {
  const long = 'x'.repeat(1_000);
  const cut =
    'of its key and its headers only the beginning was parked: it would be another record';
  expect(await why(7, { ...fact('policy_1', 2), key: long }, 'detection.resolver')).toBe(cut);
  const odd = { ...fact('policy_1', 2), meta: { ...meta('a'), actor: long } };
  expect(await why(7, odd, 'detection.resolver')).toBe(cut);
});

test('whoever keeps no documents sees it again, whatever followed', async () => {
  const record = fact('policy_1', 2);
  await log.append('policies', [record, fact('policy_1', 3)]);
  const handled = Promise.withResolvers<void>();
  const reactor = log.consume('policies', 'detection.resolver', async () => undefined, {
    onProgress: (_, next) => next === 2 && handled.resolve(),
  });
  await handled.promise;
  await reactor.close();
  expect(await why(0, record, 'detection.resolver')).toBeNull();
});
