import { TestClock } from '@parapet/chassis/testing';
import { isoTime } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import { LEASE_MS } from './delivery-leases';
import { OldLeases } from './old-leases';

let log: EventLog;
let store: GenerationsInMemory;
let clock: TestClock;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await GenerationsInMemory.open();
  clock = new TestClock();
});
afterEach(async () => {
  await log.close();
  await store.close();
});

const never = new AbortController().signal;
async function sender(): Promise<OldLeases> {
  const leases = new OldLeases(log, store, clock);
  await leases.onModuleInit();
  return leases;
}
const soon = (work: Promise<void>): Promise<string> =>
  Promise.race([
    work.then(() => 'over'),
    new Promise<string>((resolve) => setTimeout(resolve, 600, 'waiting')),
  ]);

/** Something was planned once. */
async function planned(): Promise<void> {
  const meta = { id: 'fact_1', type: 'DeliveryPlanned', schema: 1, time: isoTime(0) };
  const event = { key: 'webhook_1', meta: { ...meta, actor: 'notifier', cause: null }, json: '{}' };
  await log.append('deliveries', [event]);
}

test('where nothing was ever planned nobody waits', async () => {
  await (await sender()).over('1', never);
});

test('rule 16: in a new generation nothing is claimed before a lease of the one before has ended', async () => {
  await planned();
  const over = (await sender()).over('2', never);
  expect(await soon(over)).toBe('waiting');
  clock.advance(LEASE_MS);
  await over;
});

test('a sender that starts later waits only for what is left of the lease', async () => {
  await planned();
  const first = (await sender()).over('2', never);
  clock.advance(LEASE_MS);
  await first;
  await (await sender()).over('2', never);
});

test('rule 16: a sender that starts right after the change waits as the others do', async () => {
  await planned();
  const first = (await sender()).over('2', never);
  clock.advance(LEASE_MS - 5_000);
  const second = (await sender()).over('2', never);
  expect(await soon(second)).toBe('waiting');
  clock.advance(5_000);
  await Promise.all([first, second]);
});

test('a generation that was seen by a clock that went ahead is waited for no longer than a lease', async () => {
  await planned();
  clock.advance(3_600_000);
  const first = (await sender()).over('2', never);
  clock.advance(LEASE_MS);
  await first;
  clock.advance(-3_600_000);
  const second = (await sender()).over('2', never);
  expect(await soon(second)).toBe('waiting');
  clock.advance(LEASE_MS);
  expect(await soon(second)).toBe('over');
});

test('a clock that is set back while a sender waits makes it wait for no more than a lease', async () => {
  await planned();
  const over = (await sender()).over('2', never);
  expect(await soon(over)).toBe('waiting');
  clock.advance(-3_600_000);
  expect(await soon(over)).toBe('waiting');
  clock.advance(LEASE_MS);
  expect(await soon(over)).toBe('over');
});

test('a stop ends the waiting', async () => {
  await planned();
  const stop = new AbortController();
  const over = (await sender()).over('2', stop.signal);
  stop.abort();
  await over;
});
