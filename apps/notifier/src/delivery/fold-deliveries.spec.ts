import type { DeliveryAttempt, DeliveryEvent, Recorded } from '@parapet/contracts';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { DELIVERIES, type DeliveryRow } from './delivery.collection';
import { evolveRow, foldDeliveries } from './fold-deliveries';

const about = { delivery_id: 'delivery_1', webhook_id: 'webhook_1' };
const [T0, T1, T9] = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:05.000Z',
  '2027-01-01T00:00:00.000Z',
];
const attempt = (number: number): DeliveryAttempt => ({
  ...{ number, started_at: T0, duration_ms: 1, status: 500, error: 'status', message: '' },
  ...{ response: '', address: null },
});
const meta = { id: 'fact', schema: 1, time: T0, actor: 'notifier', cause: null };
const planned: DeliveryEvent = {
  ...{ ...meta, type: 'DeliveryPlanned' },
  data: { ...about, issue_id: 'issue_1', event: 'issue.created', body: '{}', next_at: T0 },
};
const attempted = (number: number): DeliveryEvent => ({
  ...{ ...meta, type: 'DeliveryAttempted' },
  data: { ...about, attempt: attempt(number), next_at: T1 },
});
const succeeded: DeliveryEvent = {
  ...{ ...meta, type: 'DeliverySucceeded' },
  data: { ...about, attempt: attempt(2) },
};
const abandoned: DeliveryEvent = {
  ...{ ...meta, type: 'DeliveryGivenUp' },
  data: { ...about, attempt: null, reason: 'the webhook is disabled' },
};
const requeued: DeliveryEvent = {
  ...{ ...meta, type: 'DeliveryRequeued' },
  data: { ...about, next_at: T9 },
};
const given = (...events: readonly DeliveryEvent[]): DeliveryRow | undefined =>
  events.reduce<DeliveryRow | undefined>(evolveRow, undefined);

test('a delivery stays in the trace of what planned it, and one that is in none says nothing of it', () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const traced = { ...planned, traceparent };
  expect(given(traced)?.traceparent).toBe(traceparent);
  const later = { ...requeued, traceparent: traceparent.replaceAll('a', 'c') };
  expect(given(traced, attempted(1), planned, later)?.traceparent).toBe(traceparent);
  expect(given(planned, attempted(1))).not.toHaveProperty('traceparent');
});

test('a planned delivery is due when the plan says', () => {
  expect(given(planned)).toMatchObject({ status: 'pending', due_at: T0, tries: 0 });
});

test('an attempt that failed moves it on in the schedule; success ends it', () => {
  expect(given(planned, attempted(1))).toMatchObject({ due_at: T1, tries: 1 });
  const over = given(planned, attempted(1), succeeded);
  expect(over).toMatchObject({ status: 'succeeded', tries: 2 });
  expect(over).not.toHaveProperty('due_at');
});

test('asked for again, the schedule begins anew and the attempts stay', () => {
  const over = given(planned, attempted(1), abandoned);
  expect(over).toMatchObject({ status: 'given_up', tries: 1 });
  const again = over && evolveRow(over, requeued);
  expect(again).toMatchObject({ status: 'pending', due_at: T9, tries: 0 });
  expect(again?.attempts).toHaveLength(1);
});

test('a result that is in the log twice moves nothing on, and says nothing more of the receiver', () => {
  expect(given(planned, attempted(1), attempted(1))).toEqual(given(planned, attempted(1)));
  const { steps } = foldDeliveries(
    new Map(),
    [planned, attempted(1), attempted(1)].map((event, offset) => ({
      ...{ position: { topic: 'deliveries', partition: 0, offset }, key: 'webhook_1', event },
    })),
  );
  expect(steps.map(({ offset }) => offset)).toEqual([0, 1]);
});

test('of many attempts the newest 20 are kept, and the schedule still counts all', () => {
  const many = given(planned, ...Array.from({ length: 30 }, (_, i) => attempted(i + 1)));
  expect(many?.attempts).toHaveLength(20);
  expect(many).toMatchObject({ tries: 30, attempts: { 19: { number: 30 } } });
});

test('of many attempts the newest alone keeps a long response, or a few hundred rows are too much for the memory', () => {
  const response = `${'x'.repeat(1_023)}😀${'x'.repeat(15_000)}`;
  const answered = (number: number): DeliveryEvent => ({
    ...{ ...meta, type: 'DeliveryAttempted' },
    data: { ...about, attempt: { ...attempt(number), response }, next_at: T1 },
  });
  const many = given(planned, ...Array.from({ length: 20 }, (_, i) => answered(i + 1)));
  expect(many?.attempts.at(-1)?.response).toBe(response);
  const older = many?.attempts.slice(0, -1).map((kept) => kept.response) ?? [];
  expect(older.map(({ length }) => length)).toEqual(Array(19).fill(1_024));
  expect(older.every((kept) => kept.endsWith('x\ufffd'))).toBe(true);
});

test('what makes no attempt does not write again those that were made', () => {
  const row = given(planned, attempted(1), abandoned);
  expect(row && evolveRow(row, requeued)?.attempts).toBe(row?.attempts);
});

const fold = (row: DeliveryRow | undefined, event: DeliveryEvent, offset: number) =>
  foldDeliveries(new Map(row && [[row.id, { ...row, applied: 1 }]]), [
    { position: { topic: 'deliveries', partition: 0, offset }, key: 'webhook_1', event },
  ]);

test('a fact that changes nothing moves no row, and one that was applied writes none', () => {
  const again = fold(given(planned), planned, 2);
  expect(again).toEqual({ ...again, moved: [], steps: [] });
  expect(again.changes.map(({ set }) => set)).toEqual([{ applied: 2 }]);
  expect(fold(given(planned), planned, 1)).toEqual({ changes: [], moved: [], steps: [] });
});

test('a result of a delivery that nobody knows any more makes no row', () =>
  expect(fold(undefined, succeeded, 2)).toEqual({ changes: [], moved: [], steps: [] }));

test('a row is written as due when a fact says so', () => {
  const { changes, moved } = fold(given(planned), attempted(1), 2);
  expect(changes).toMatchObject([{ set: { due_at: T1, tries: 1, applied: 2 } }]);
  expect(changes[0]).not.toHaveProperty('unset');
  expect(moved).toMatchObject([{ due_at: T1 }]);
});

test('a result writes what it changes of a row, not the body that was planned', () => {
  const [change] = fold(given(planned), succeeded, 2).changes;
  expect(change?.set).toEqual({
    ...{ status: 'succeeded', next_at: null, given_up_reason: null, tries: 1, applied: 2 },
    attempts: [attempt(2)],
  });
  expect(change?.unset).toEqual(['due_at']);
});

describe('in the store', () => {
  let store: ReadModel;
  beforeEach(async () => {
    store = await openEmbeddedReadModel({ path: ':memory:' });
    await store.declare(DELIVERIES);
  });
  afterEach(() => store.close());

  /** Reads and folds; the answer writes: what happens in between is up to the test. */
  const read = async (...records: readonly [DeliveryEvent, number][]) => {
    const recorded = records.map(([event, offset]): Recorded<DeliveryEvent> => ({
      ...{ position: { topic: 'deliveries', partition: 0, offset }, key: 'webhook_1', event },
    }));
    const before = await store.getMany(DELIVERIES, ['delivery_1']);
    const { changes } = foldDeliveries(before, recorded);
    return () => store.write(DELIVERIES, changes);
  };
  const project = async (...records: readonly [DeliveryEvent, number][]): Promise<void> => {
    await (
      await read(...records)
    )();
  };
  const claim = (now: string) =>
    store.claim(DELIVERIES, {
      equal: { webhook_id: 'webhook_1' },
      ...{ due: 'due_at' as const, now, until: T9, limit: 8 },
    });

  test('rule 14: a second plan of the same delivery changes nothing, a lease least of all', async () => {
    await project([planned, 1]);
    const write = await read([planned, 2]);
    expect(await claim(T0)).toHaveLength(1);
    await write();
    expect(await store.get(DELIVERIES, 'delivery_1')).toMatchObject({ due_at: T9, applied: 2 });
    expect(await claim(T1)).toHaveLength(0);
  });

  test('rule 16: the lease ends when the result is projected, not before', async () => {
    await project([planned, 1]);
    await claim(T0);
    expect(await claim(T1)).toHaveLength(0);
    await project([attempted(1), 2]);
    expect(await claim(T0)).toHaveLength(0);
    expect(await claim(T1)).toHaveLength(1);
  });

  test('an attempt that was under way when it was asked for again ends neither that nor its lease', async () => {
    await project([planned, 1]);
    await claim(T0);
    await project([{ ...requeued, time: T1, data: { ...about, next_at: T0 } }, 2]);
    expect(await claim(T0)).toHaveLength(1);
    const givenUp: DeliveryEvent = {
      ...{ ...meta, type: 'DeliveryGivenUp' },
      data: { ...about, attempt: attempt(1), reason: 'every attempt failed' },
    };
    await project([givenUp, 3]);
    expect(await store.get(DELIVERIES, 'delivery_1')).toMatchObject({
      ...{ status: 'pending', tries: 0, due_at: T9, attempts: [{ number: 1 }], applied: 3 },
    });
  });

  test('asked for with all others that failed, what waits already keeps its lease and its place', async () => {
    const withAll: DeliveryEvent = {
      ...{ ...requeued, time: T1 },
      data: { ...about, next_at: T0, only_given_up: true },
    };
    await project([planned, 1], [attempted(1), 2]);
    await claim(T1);
    await project([withAll, 3]);
    expect(await store.get(DELIVERIES, 'delivery_1')).toMatchObject({ tries: 1, due_at: T9 });
    await project([abandoned, 4], [withAll, 5]);
    expect(await store.get(DELIVERIES, 'delivery_1')).toMatchObject({
      ...{ status: 'pending', tries: 0, due_at: T0 },
    });
  });

  test('what succeeded is never due again, also when the batch is delivered twice', async () => {
    await project([planned, 1], [attempted(1), 2], [succeeded, 3]);
    await project([planned, 1], [attempted(1), 2], [succeeded, 3]);
    const row = await store.get(DELIVERIES, 'delivery_1');
    expect(row).toMatchObject({ status: 'succeeded', tries: 2, applied: 3 });
    expect(row?.attempts).toHaveLength(2);
    expect(await claim(T9)).toHaveLength(0);
  });

  test('what was asked for again and arrived is not due again, also when the batch is delivered twice', async () => {
    const asked = { ...requeued, data: { ...about, next_at: T0 } };
    await project([planned, 1], [abandoned, 2], [asked, 3]);
    await claim(T0);
    await project([asked, 3]);
    expect(await claim(T1)).toHaveLength(0);
    await project([succeeded, 4]);
    await project([asked, 3], [succeeded, 4]);
    expect(await store.get(DELIVERIES, 'delivery_1')).toMatchObject({
      ...{ status: 'succeeded', tries: 1, applied: 4 },
    });
  });
});
