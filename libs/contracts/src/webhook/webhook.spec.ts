import {
  evolveWebhook,
  type Webhook,
  type WebhookCreated,
  type WebhookEvent,
  type WebhookUpdated,
} from './webhook';

const meta = (id: string, time = '2026-01-01T00:00:00.000Z') => ({
  ...{ id, schema: 1, time, actor: 'token_1', cause: null },
});
const created: WebhookCreated = {
  ...meta('e1'),
  type: 'WebhookCreated',
  data: {
    ...{ version: 1, webhook_id: 'webhook_1', url: 'https://a.example/', description: '' },
    ...{ events: ['issue.created'], enabled: true, secret_sealed: 's', from: [1, 2, 3] },
  },
};
const updated = (version: number, change: Partial<WebhookUpdated['data']>): WebhookUpdated => {
  const { secret_sealed: _, ...data } = created.data;
  const time = '2026-01-02T00:00:00.000Z';
  return {
    ...meta(`u${version}`, time),
    type: 'WebhookUpdated',
    data: { ...data, ...change, version },
  };
};
const disabled = (version: number): WebhookEvent => ({
  ...meta('e2'),
  type: 'WebhookDisabled',
  data: { version, webhook_id: 'webhook_1', reason: 'answered 410' },
});
const deleted = (version: number): WebhookEvent => ({
  ...meta('e3'),
  type: 'WebhookDeleted',
  data: { version, webhook_id: 'webhook_1' },
});
const given = (...events: WebhookEvent[]): Webhook | undefined =>
  events.reduce<Webhook | undefined>(evolveWebhook, undefined);

test('a created webhook gets facts from where the log ended then', () =>
  expect(given(created)).toEqual({
    ...{ id: 'webhook_1', url: 'https://a.example/', description: '', enabled: true },
    ...{ events: ['issue.created'], secret_sealed: 's', from: [1, 2, 3], disabled_reason: null },
    ...{ version: 1, made_by: ['e1'], created_at: created.time, updated_at: created.time },
    since: created.time,
  }));

test('an update leaves the secret and says when it was', () =>
  expect(given(created, updated(2, { url: 'https://b.example/' }))).toMatchObject({
    ...{ url: 'https://b.example/', secret_sealed: 's', version: 2 },
    ...{ created_at: created.time, updated_at: '2026-01-02T00:00:00.000Z' },
  }));

test('what it is told and sends besides is as the last fact says that says anything of it', () => {
  const filter = { min_severity: 'high' } as const;
  const headers = { header_names: ['x-key'], headers_sealed: 'sealed' };
  const chosen = given(created, updated(2, { filter, ...headers }));
  expect(chosen).toMatchObject({ filter, ...headers });
  expect(chosen && evolveWebhook(chosen, updated(3, {}))).toMatchObject({ filter, ...headers });
  const none = { filter: {}, header_names: [], headers_sealed: null };
  expect(chosen && evolveWebhook(chosen, updated(3, none))).toMatchObject(none);
});

test('why the house disabled it stays until it is enabled again', () => {
  const off = given(created, disabled(2));
  expect(off).toMatchObject({ enabled: false, disabled_reason: 'answered 410', version: 2 });
  const renamed = off && evolveWebhook(off, updated(3, { enabled: false, description: 'x' }));
  expect(renamed).toMatchObject({ enabled: false, disabled_reason: 'answered 410' });
  const on = renamed && evolveWebhook(renamed, updated(4, { enabled: true, from: [9, 9, 9] }));
  expect(on).toMatchObject({ enabled: true, disabled_reason: null, from: [9, 9, 9] });
});

test('enabling it, or another URL, begins anew; nothing else does', () => {
  const later = { ...updated(2, { description: 'x' }), time: '2026-01-03T00:00:00.000Z' };
  expect(given(created, later, disabled(3))?.since).toBe(created.time);
  const moved = updated(2, { url: 'https://b.example/' });
  expect(given(created, moved)?.since).toBe(moved.time);
  const enabled = updated(3, {});
  expect(given(created, disabled(2), enabled)?.since).toBe(enabled.time);
  expect(given(created, disabled(2), updated(3, { enabled: false }))?.since).toBe(created.time);
});

test('what begins anew does so later than what was before, also by a clock that was set back', () => {
  const setBack = {
    ...updated(2, { url: 'https://b.example/' }),
    time: '2025-12-31T23:00:00.000Z',
  };
  const moved = given(created, setBack);
  expect(moved?.since).toBe('2026-01-01T00:00:00.001Z');
  const again = { ...updated(4, {}), time: '2025-12-31T23:00:01.000Z' };
  expect(given(created, setBack, disabled(3), again)?.since).toBe('2026-01-01T00:00:00.002Z');
});

test('rule 12: versions that are not the next are void', () => {
  expect(given(created, updated(3, { enabled: false }), created)).toEqual(given(created));
  expect(given(created, updated(2, {}), disabled(2))).toMatchObject({ enabled: true });
});

test('a deleted webhook stays deleted, and what was never made stays so', () => {
  const gone = given(created, deleted(2));
  expect(gone).toMatchObject({ deleted: true });
  expect(gone && evolveWebhook(gone, updated(3, {}))).toEqual(gone);
  expect(given(updated(1, {}), disabled(1), deleted(1))).toBeUndefined();
});
