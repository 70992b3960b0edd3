import {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryEvent,
  evolveDelivery,
} from './delivery';

const meta = (id: string) => ({
  ...{ id, schema: 1, time: '2026-01-01T00:00:00.000Z', actor: 'notifier', cause: null },
});
const ids = { delivery_id: 'delivery_1', webhook_id: 'webhook_1' };
const attempt = (number: number): DeliveryAttempt => ({
  ...{ number, started_at: '2026-01-01T00:00:01.000Z', duration_ms: 5, status: 500 },
  ...{ error: 'status', message: 'HTTP 500', response: '', address: '192.0.2.1' },
});
const planned: DeliveryEvent = {
  ...meta('e1'),
  type: 'DeliveryPlanned',
  data: {
    ...{ ...ids, issue_id: 'issue_1', event: 'issue.created', body: '{}' },
    next_at: '2026-01-01T00:00:00.000Z',
  },
};
const failed: DeliveryEvent = {
  ...meta('e2'),
  type: 'DeliveryAttempted',
  data: { ...ids, attempt: attempt(1), next_at: '2026-01-01T00:00:06.000Z' },
};
const succeeded: DeliveryEvent = {
  ...meta('e3'),
  type: 'DeliverySucceeded',
  data: { ...ids, attempt: attempt(2) },
};
const givenUp = (last: DeliveryAttempt | null): DeliveryEvent => ({
  ...meta('e4'),
  type: 'DeliveryGivenUp',
  data: { ...ids, attempt: last, reason: 'the last attempt failed' },
});
const requeued: DeliveryEvent = {
  ...meta('e5'),
  type: 'DeliveryRequeued',
  data: { ...ids, next_at: '2026-01-09T00:00:00.000Z' },
};
const given = (...events: DeliveryEvent[]): Delivery | undefined =>
  events.reduce<Delivery | undefined>(evolveDelivery, undefined);

test('a planned delivery is pending and due', () =>
  expect(given(planned)).toEqual({
    ...{ id: 'delivery_1', webhook_id: 'webhook_1', issue_id: 'issue_1', event: 'issue.created' },
    ...{ body: '{}', status: 'pending', created_at: planned.time, attempts: [] },
    next_at: '2026-01-01T00:00:00.000Z',
  }));

test('rule 14: a second plan with the same id changes nothing', () => {
  const later = { ...planned, time: '2026-05-01T00:00:00.000Z' };
  expect(given(planned, failed, later)).toEqual(given(planned, failed));
  expect(given(planned, succeeded, later)).toEqual(given(planned, succeeded));
});

test('rule 16: a failed attempt is kept, and the next one is due when the fact says', () =>
  expect(given(planned, failed)).toMatchObject({
    ...{ status: 'pending', next_at: '2026-01-01T00:00:06.000Z', attempts: [attempt(1)] },
  }));

test('a success ends it', () =>
  expect(given(planned, failed, succeeded)).toMatchObject({
    ...{ status: 'succeeded', next_at: null, attempts: [attempt(1), attempt(2)] },
  }));

test('giving up ends it, with or without an attempt', () => {
  expect(given(planned, givenUp(attempt(1)))).toMatchObject({
    ...{ status: 'given_up', next_at: null, attempts: [attempt(1)] },
  });
  expect(given(planned, givenUp(null))).toMatchObject({ status: 'given_up', attempts: [] });
});

test('a failure or a giving up that comes after a success is noted and changes no more', () =>
  expect(given(planned, succeeded, failed, givenUp(attempt(3)))).toMatchObject({
    ...{ status: 'succeeded', next_at: null, attempts: [attempt(2), attempt(1), attempt(3)] },
  }));

test('a result that is in the log twice is one attempt', () => {
  expect(given(planned, failed, failed)).toEqual(given(planned, failed));
  expect(given(planned, failed, succeeded, failed, succeeded)).toEqual(
    given(planned, failed, succeeded),
  );
  expect(given(planned, succeeded, requeued, succeeded)?.status).toBe('pending');
  const another = { ...attempt(1), started_at: '2026-01-01T00:00:03.000Z' };
  expect(given(planned, failed, givenUp(another))?.attempts).toEqual([attempt(1), another]);
});

test('whoever asks for it again gets it due at once, its attempts kept', () =>
  expect(given(planned, givenUp(attempt(1)), requeued)).toMatchObject({
    ...{ status: 'pending', next_at: '2026-01-09T00:00:00.000Z', attempts: [attempt(1)] },
  }));

test('the failure of an attempt that was under way when it was asked for again does not undo that', () => {
  const asked: DeliveryEvent = { ...requeued, time: '2026-01-01T00:00:02.000Z' };
  for (const late of [failed, givenUp(attempt(1))])
    expect(given(planned, asked, late)).toMatchObject({
      ...{ status: 'pending', next_at: '2026-01-09T00:00:00.000Z', attempts: [attempt(1)] },
    });
  const afterwards = { ...attempt(2), started_at: '2026-01-01T00:00:02.000Z' };
  expect(given(planned, asked, givenUp(afterwards))).toMatchObject({ status: 'given_up' });
});

test('the success of an attempt that was under way when it was asked for again does not undo that', () => {
  const asked = given(planned, succeeded, requeued);
  const by = (requeued_at: string | null): DeliveryEvent => ({
    ...succeeded,
    data: { ...ids, attempt: attempt(3), requeued_at },
  });
  expect(asked && evolveDelivery(asked, by(null))).toMatchObject({
    ...{ status: 'pending', next_at: '2026-01-09T00:00:00.000Z' },
    attempts: [attempt(2), attempt(3)],
  });
  expect(asked && evolveDelivery(asked, by(requeued.time))).toMatchObject({ status: 'succeeded' });
});

test('a success that does not say for which asking it was made counts, whatever the clocks said', () => {
  const ahead: DeliveryEvent = { ...requeued, time: '2026-01-01T00:00:02.000Z' };
  expect(given(planned, ahead, succeeded)).toMatchObject({ status: 'succeeded', next_at: null });
});

test('an attempt that knows when it was asked for again counts by that, whatever the clock said', () => {
  const time = '2027-01-01T00:00:00.000Z';
  const asked = given(planned, { ...requeued, time });
  const by = (requeued_at: string | null): DeliveryEvent => {
    const event = givenUp(attempt(1));
    return { ...event, data: { ...event.data, requeued_at } } as DeliveryEvent;
  };
  expect(asked && evolveDelivery(asked, by(time))).toMatchObject({ status: 'given_up' });
  expect(asked && evolveDelivery(asked, by(null))).toMatchObject({ status: 'pending' });
  const before = given(planned, { ...requeued, time: '2025-01-01T00:00:00.000Z' });
  expect(before && evolveDelivery(before, by(null))).toMatchObject({ status: 'pending' });
  expect(given(planned, by(null))).toMatchObject({ status: 'given_up' });
});

test('giving up without an attempt, decided before somebody asked for it again, does not undo that; decided later it does', () => {
  const at = (time: string): DeliveryEvent => ({ ...givenUp(null), time });
  const asked = given(planned, givenUp(null), { ...requeued, time: '2026-01-01T00:00:02.000Z' });
  expect(asked && evolveDelivery(asked, at('2026-01-01T00:00:01.999Z'))).toBe(asked);
  expect(asked && evolveDelivery(asked, at('2026-01-01T00:00:02.000Z'))).toMatchObject({
    status: 'given_up',
  });
});

test('what is given up says why, as long as it is', () => {
  const gone = given(planned, givenUp(attempt(1)));
  expect(gone?.given_up_reason).toBe('the last attempt failed');
  const disabled: DeliveryEvent = {
    ...{ ...meta('e6'), type: 'DeliveryGivenUp' },
    data: { ...ids, attempt: null, reason: 'the webhook is disabled' },
  };
  expect(given(planned, givenUp(attempt(1)), disabled)?.given_up_reason).toBe(
    'the last attempt failed',
  );
  expect(given(planned, givenUp(attempt(1)), requeued)?.given_up_reason).toBeNull();
  expect(given(planned, givenUp(attempt(1)), succeeded)?.given_up_reason).toBeNull();
  expect(given(planned, succeeded, givenUp(attempt(3)))?.given_up_reason).toBeNull();
});

test('facts of a delivery that was never planned are void', () =>
  expect(given(failed, succeeded, givenUp(null), requeued)).toBeUndefined());
