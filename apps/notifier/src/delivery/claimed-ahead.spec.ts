import { isoTime } from '@parapet/contracts';
import { TestClock } from '@parapet/chassis/testing';
import { ClaimedAhead } from './claimed-ahead';
import type { StoredDelivery } from './delivery.collection';
import type { DueDeliveries } from './due-deliveries';
import type { HeldLease } from './held-lease';

const ID = 'webhook_1';
const PLACES = 8;

let clock: TestClock;
let ahead: ClaimedAhead;
/** What is due, oldest first; what was claimed has left. */
let due: StoredDelivery[];
/** How many each claim asked for. */
let asked: number[];
let cut: AbortSignal | undefined;

const delivery = (n: number): StoredDelivery => ({
  ...{ id: `delivery_${n}`, webhook_id: ID, issue_id: 'issue_1', event: 'issue.created' },
  ...{ body: '{}', status: 'pending', created_at: isoTime(n), next_at: isoTime(n) },
  ...{ attempts: [], tries: 0, due_at: isoTime(n), applied: n },
});

beforeEach(() => {
  clock = new TestClock();
  clock.stop();
  due = Array.from({ length: 1_000 }, (_, n) => delivery(n));
  asked = [];
  const store = {
    claim: async (_: string, limit: number) => {
      asked.push(limit);
      return due.splice(0, limit);
    },
    giveBack: async (rows: readonly StoredDelivery[]) => void due.unshift(...rows),
    webhooksWithDue: async () => ({ enabled: new Set([ID]), over: new Set() }),
  } as unknown as DueDeliveries;
  const lease = {
    ask: (_: unknown, signal: AbortSignal) => (cut = signal),
  } as unknown as HeldLease;
  ahead = new ClaimedAhead(store, lease, clock);
});

const taken: string[] = [];
beforeEach(() => void taken.splice(0));

/** Begins so many, eight at a time, each time after `everyMs`. */
async function begin(count: number, everyMs: number): Promise<void> {
  for (let begun = 0; begun < count;) {
    const { rows } = await ahead.claim(ID, PLACES);
    begun += rows.length;
    taken.push(...rows.map(({ id }) => id));
    clock.advance(everyMs);
  }
}

test('a webhook that is quick is claimed for further and further ahead, up to a bound', async () => {
  await begin(400, 1);
  expect(asked.slice(0, 6)).toEqual([8, 16, 32, 64, 64, 64]);
  expect(taken).toEqual(Array.from(taken, (_, n) => `delivery_${n}`));
});

test('a webhook that takes its time is claimed for by its places alone', async () => {
  await begin(100, 300);
  expect(new Set(asked)).toEqual(new Set([PLACES]));
});

test('a webhook that becomes slow is claimed for less far ahead', async () => {
  await begin(120, 1);
  asked.splice(0);
  await begin(64, 100);
  await begin(48, 100);
  expect(asked).toEqual([64, 32, 16]);
});

test('says that more may be due until a claim gets less than it asked for', async () => {
  due.splice(20);
  const more: boolean[] = [];
  for (let i = 0; i < 4; i += 1) more.push((await ahead.claim(ID, PLACES)).more);
  expect(more).toEqual([true, true, false, false]);
  expect(asked).toEqual([8, 16, 8]);
});

test('what is not begun within a second is due again as it was', async () => {
  await begin(24, 1);
  expect(due[0]?.id).toBe('delivery_24');
  await ahead.claim(ID, PLACES);
  expect(due[0]?.id).toBe('delivery_56');
  await ahead.webhooksWithDue();
  expect(due[0]?.id).toBe('delivery_56');
  clock.advance(1_001);
  await ahead.webhooksWithDue();
  expect(due[0]?.id).toBe('delivery_32');
});

test('what waited for longer than a second is not begun, whenever somebody looks', async () => {
  await begin(32, 1);
  clock.advance(2_000);
  const { rows } = await ahead.claim(ID, PLACES);
  expect(rows[0]?.id).toBe('delivery_32');
  expect(asked.at(-1)).toBeLessThanOrEqual(32);
});

test('of a webhook that is over nothing is begun that was claimed before', async () => {
  await begin(32, 1);
  ahead.forget(ID);
  due.splice(0);
  expect(await ahead.claim(ID, PLACES)).toEqual({ rows: [], more: false });
});

test('a stop gives everything back and waits for nothing', async () => {
  await begin(32, 1);
  await ahead.stop();
  expect(due[0]?.id).toBe('delivery_32');
  expect(cut?.aborted).toBe(true);
});

test('what was claimed before is taken without a claim, as far as it goes, and not when it is old', async () => {
  await begin(24, 1);
  const claims = asked.length;
  await ahead.claim(ID, PLACES);
  expect(ahead.take(ID, 2).map(({ id }) => id)).toEqual(['delivery_32', 'delivery_33']);
  expect(ahead.take('webhook_2', 2)).toEqual([]);
  expect(asked).toHaveLength(claims + 1);
  clock.advance(1_001);
  expect(ahead.take(ID, 2)).toEqual([]);
});
