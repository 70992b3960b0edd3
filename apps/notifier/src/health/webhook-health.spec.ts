import { type DeliveryAttempt, type DeliveryEvent, evolveWebhook } from '@parapet/contracts';
import type { DeliveryRow } from '../delivery/delivery.collection';
import { createWebhook, updateWebhook, WEBHOOK_DEFAULTS } from '../webhook/change-webhook';
import { type DeliveryStep, evolveHealth, type WebhookHealth } from './webhook-health';

const day = (n: number): string => `2026-01-${String(n).padStart(2, '0')}T00:00:00.000Z`;
const about = { delivery_id: 'delivery_1', webhook_id: 'webhook_1' };
const meta = { id: 'fact', schema: 1, time: day(1), actor: 'notifier', cause: null };
const attempt = (started_at: string, error: string | null): DeliveryAttempt => ({
  ...{ number: 1, started_at, duration_ms: 1_000, status: null, error },
  ...{ message: error ?? '', response: '', address: null },
});
const row = (status: DeliveryRow['status']): DeliveryRow => ({
  ...{ id: 'delivery_1', webhook_id: 'webhook_1', issue_id: 'issue_1', event: 'issue.created' },
  ...{ body: '{}', status, created_at: day(1), next_at: null, attempts: [], tries: 0 },
});
const step = (
  event: DeliveryEvent,
  was: DeliveryRow['status'] | null,
  now: DeliveryRow['status'],
): DeliveryStep => ({ event, was: was === null ? undefined : row(was), now: row(now) });

const planned = step(
  {
    ...{ ...meta, type: 'DeliveryPlanned' },
    data: { ...about, issue_id: 'issue_1', event: 'issue.created', body: '{}', next_at: day(1) },
  },
  null,
  'pending',
);
const failedAt = (time: string, since: string, error = 'timeout'): DeliveryStep =>
  step(
    {
      ...{ ...meta, type: 'DeliveryAttempted', time },
      data: { ...about, webhook_since: since, attempt: attempt(time, error), next_at: day(9) },
    },
    'pending',
    'pending',
  );
const failed = (on: number, since = day(1), error?: string): DeliveryStep =>
  failedAt(day(on), since, error);
const succeeded = (on: number, since = day(1)): DeliveryStep =>
  step(
    {
      ...{ ...meta, type: 'DeliverySucceeded', time: day(on) },
      data: { ...about, webhook_since: since, attempt: attempt(day(on), null) },
    },
    'pending',
    'succeeded',
  );
const abandoned = step(
  { ...{ ...meta, type: 'DeliveryGivenUp' }, data: { ...about, attempt: null, reason: 'off' } },
  'pending',
  'given_up',
);
const requeued = step(
  { ...{ ...meta, type: 'DeliveryRequeued' }, data: { ...about, next_at: day(3) } },
  'given_up',
  'pending',
);
const given = (...steps: readonly DeliveryStep[]): WebhookHealth | undefined =>
  steps.reduce<WebhookHealth | undefined>(evolveHealth, undefined);

test('what waits is counted, until it is told, given up or asked for again', () => {
  expect(given(planned, planned)?.pending).toBe(2);
  expect(given(planned, failed(1))?.pending).toBe(1);
  expect(given(planned, planned, succeeded(1))?.pending).toBe(1);
  expect(given(planned, abandoned)?.pending).toBe(0);
  expect(given(planned, abandoned, requeued)?.pending).toBe(1);
});

test('failures in a row are counted from the first of them', () =>
  expect(given(planned, failed(2), failed(3), failed(4))).toMatchObject({
    ...{ last_failure_at: day(4), last_error: 'timeout' },
    ...{ last_success_at: null, run: { failing_since: day(2), failures: 3 } },
  }));

test('a success ends them, and the next failure begins anew', () => {
  const well = given(planned, failed(2), succeeded(3));
  expect(well).toMatchObject({ run: null, last_success_at: day(3) });
  expect(given(planned, failed(2), succeeded(3), failed(4))?.run).toMatchObject({
    ...{ failing_since: day(4), failures: 1 },
  });
});

test('a webhook that was enabled again or led elsewhere begins anew', () =>
  expect(given(planned, failed(2), failed(6, day(5)), failed(7, day(5)))?.run).toEqual({
    ...{ webhook_since: day(5), failing_since: day(6), failures: 2, longest_pause_ms: 86_400_000 },
  }));

test.each([
  { behind: '1970-01-01T00:00:03.000Z', since: '2025-01-01T00:00:00.000Z' },
  { behind: '2025-11-01T00:00:00.000Z', since: '2025-01-01T00:00:00.000Z' },
  { behind: '2025-12-31T00:00:00.000Z', since: day(1) },
])(
  'failures are not counted from one of $behind, by a clock that was behind, of a webhook since $since',
  ({ behind, since }) => {
    const run = given(planned, failedAt(behind, since), failed(2, since), failed(3, since))?.run;
    expect(run).toMatchObject({ failing_since: day(2), failures: 2 });
  },
);

test('after one failure by a clock that was ahead they are counted anew', () => {
  const ahead = failedAt('2027-01-01T00:00:00.000Z', day(1));
  expect(given(planned, failed(2), ahead, failed(3), failed(4))?.run).toMatchObject({
    ...{ failing_since: day(3), failures: 2 },
  });
});

test('failures of a webhook that was made by a clock that was ahead are counted from the first of them', () =>
  expect(given(planned, failed(2, day(9)), failed(3, day(9)))?.run).toMatchObject({
    ...{ failing_since: day(2), failures: 2 },
  }));

test('failures count of a webhook that was made by a clock that was ahead, and led elsewhere by one that was right', () => {
  const fresh = { id: 'webhook_1', secretSealed: 's', from: [] };
  const url = 'https://a.example/';
  const webhook = evolveWebhook(
    undefined,
    createWebhook(fresh, { ...WEBHOOK_DEFAULTS, url }, { ...meta, time: day(5) }),
  );
  const other = { url: 'https://b.example/' };
  const moves = webhook && updateWebhook(webhook, other, [], { ...meta, time: day(2) });
  const moved = moves && evolveWebhook(webhook, moves);
  const run = given(planned, failed(5, webhook?.since), failed(2, moved?.since))?.run;
  expect(run).toMatchObject({ failing_since: day(2), failures: 1 });
});

test('an attempt that was under way as it was changed does not speak for what it is now', () => {
  const before = given(planned, failed(6, day(5)));
  expect(given(planned, failed(6, day(5)), failed(4))?.run).toEqual(before?.run);
  expect(given(planned, failed(6, day(5)), succeeded(4))?.run).toEqual(before?.run);
});

test('a secret that cannot be read says nothing of the receiver', () =>
  expect(given(planned, failed(2, day(1), 'secret'))).toMatchObject({
    ...{ run: null, last_failure_at: null, last_error: null },
  }));
