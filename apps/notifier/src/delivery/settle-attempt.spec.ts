import type { DeliveryAttempt } from '@parapet/contracts';
import type { Attempted } from './attempt-delivery';
import { settleAttempt } from './settle-attempt';

const origin = { id: 'fact_1', time: '', actor: 'notifier', cause: 'delivery_1' };
const moment = { now: 0, random: 0, scheduleMs: [0, 5_000] };
const made = (over: Partial<DeliveryAttempt>): Attempted => ({
  attempt: {
    ...{ number: 1, started_at: '', duration_ms: 3, status: 200, error: null, message: '' },
    ...{ response: '', address: '1.1.1.1' },
    ...over,
  },
  retryAfter: null,
});
const delivery = { id: 'delivery_1', webhook_id: 'webhook_1', event: 'issue.created' };
const settle = (attempted: Attempted, tries = 0) =>
  settleAttempt({ ...delivery, tries }, attempted, moment, origin);

test.each([200, 201, 202, 204, 299])('%i is taken', (status) =>
  expect(settle(made({ status })).type).toBe('DeliverySucceeded'),
);

test.each([301, 302, 400, 401, 404, 408, 409, 429, 500, 503])('%i is tried again', (status) => {
  const event = settle(made({ status, error: 'status' }));
  expect(event.type).toBe('DeliveryAttempted');
  expect(event.data).toMatchObject({ next_at: '1970-01-01T00:00:05.000Z' });
});

test('no answer is tried again', () => {
  expect(settle(made({ status: null, error: 'timeout' })).type).toBe('DeliveryAttempted');
});

test('an answer that did not end in time is not taken, whatever its status', () => {
  expect(settle(made({ status: 200, error: 'timeout' })).type).toBe('DeliveryAttempted');
});

test('410 is given up at once', () => {
  const event = settle(made({ status: 410, error: 'status' }));
  expect(event).toMatchObject({
    type: 'DeliveryGivenUp',
    data: { reason: 'the receiver is gone (410)' },
  });
});

test('when the schedule is over it is given up, with the attempt', () => {
  const event = settle(made({ status: 500, error: 'status', number: 2 }), 1);
  expect(event).toMatchObject({
    type: 'DeliveryGivenUp',
    data: { reason: 'every attempt failed', attempt: { number: 2, status: 500 } },
  });
});

test('what it comes to says when the delivery that was sent had been asked for again, or that it had not', () => {
  const about = { ...delivery, tries: 0, requeued_at: 'then' };
  const failed = made({ status: 500, error: 'status' });
  expect(settleAttempt(about, failed, moment, origin).data).toMatchObject({ requeued_at: 'then' });
  expect(settle(failed).data).toMatchObject({ requeued_at: null });
});
