import { evolveWebhook, type Origin, type Webhook, type WebhookEvent } from '@parapet/contracts';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  updateWebhook,
  WEBHOOK_DEFAULTS,
} from './change-webhook';

let facts = 0;
const origin = (time = '2026-01-01T00:00:00.000Z'): Origin => ({
  ...{ id: `fact_${(facts += 1)}`, time, actor: 'token_1', cause: null },
});
const fresh = { id: 'webhook_1', secretSealed: 'v1.k.i.s', from: [3, 0, 7] };
const described = { ...WEBHOOK_DEFAULTS, url: 'https://receiver.example/' };
const given = (...events: readonly WebhookEvent[]): Webhook => {
  const state = events.reduce<Webhook | undefined>(evolveWebhook, undefined);
  if (!state) throw new Error('there is no webhook');
  return state;
};
const made = (): Webhook => given(createWebhook(fresh, described, origin()));

test('a new webhook is enabled, for new issues, from the end of issues on', () => {
  expect(made()).toMatchObject({
    ...{ id: 'webhook_1', version: 1, enabled: true, events: ['issue.created'], from: [3, 0, 7] },
    ...{ secret_sealed: 'v1.k.i.s', disabled_reason: null },
  });
});

test('a change keeps what it does not name, the secret and the beginning too', () => {
  const before = made();
  const event = updateWebhook(before, { description: 'pager' }, [9, 9, 9], origin());
  expect(event && evolveWebhook(before, event)).toMatchObject({
    ...{ version: 2, description: 'pager', url: described.url, from: [3, 0, 7] },
    secret_sealed: 'v1.k.i.s',
  });
});

test('a filter and headers are replaced as a whole, each by itself', () => {
  const chosen = {
    filter: { min_severity: 'high', clusters: ['a'] },
    ...{ header_names: ['x-key'], headers_sealed: 'sealed' },
  } as const;
  const before = given(createWebhook(fresh, { ...described, ...chosen }, origin()));
  const changed = (change: Parameters<typeof updateWebhook>[1]) => {
    const event = updateWebhook(before, change, [], origin());
    return event && evolveWebhook(before, event);
  };
  expect(before).toMatchObject(chosen);
  expect(changed({ description: 'pager' })).toMatchObject(chosen);
  expect(changed({ filter: { verdicts: ['blocked'] } })).toMatchObject({
    ...chosen,
    filter: { verdicts: ['blocked'] },
  });
  expect(changed({ filter: { verdicts: ['blocked'] } })?.filter).not.toHaveProperty('clusters');
  const none = { header_names: [], headers_sealed: null };
  expect(changed(none)).toMatchObject({ ...chosen, ...none });
});

test('a fact says whether headers were given, and no webhook keeps that', () => {
  const before = made();
  const headers = { header_names: ['x-key'], headers_sealed: 'sealed' };
  const replaced = updateWebhook(before, headers, [], origin());
  expect(replaced?.data.headers_replaced).toBe(true);
  expect(replaced && evolveWebhook(before, replaced)).not.toHaveProperty('headers_replaced');
  const kept = updateWebhook(before, { description: 'pager' }, [], origin());
  expect(kept?.data).not.toHaveProperty('headers_replaced');
});

test('a change that changes nothing makes no fact', () => {
  const change = { url: described.url, enabled: true, events: ['issue.created'] as const };
  expect(updateWebhook(made(), { ...change, filter: {} }, [9, 9, 9], origin())).toBeNull();
  const { filter: _, header_names: __, headers_sealed: ___, ...old } = made();
  expect(updateWebhook(old, { ...change, filter: {} }, [9, 9, 9], origin())).toBeNull();
});

test('rule 15: enabling moves the beginning to the end of issues, disabling does not', () => {
  const before = made();
  const off = updateWebhook(before, { enabled: false }, [5, 5, 5], origin());
  const disabled = given(createWebhook(fresh, described, origin()), ...(off ? [off] : []));
  expect(disabled).toMatchObject({ enabled: false, from: [3, 0, 7] });
  const on = updateWebhook(disabled, { enabled: true }, [9, 9, 9], origin());
  expect(on && evolveWebhook(disabled, on)).toMatchObject({ enabled: true, from: [9, 9, 9] });
});

test('the house says why it disabled a webhook, and enabling it takes that back', () => {
  const before = made();
  const disabled = evolveWebhook(before, disableWebhook(before, '410 Gone', origin()));
  expect(disabled).toMatchObject({ enabled: false, disabled_reason: '410 Gone', version: 2 });
  const on = disabled && updateWebhook(disabled, { enabled: true }, [4, 4, 4], origin());
  expect(on && evolveWebhook(disabled, on)).toMatchObject({ enabled: true, disabled_reason: null });
});

test('of two changes made at the same moment the second is void', () => {
  const before = made();
  const first = updateWebhook(before, { description: 'first' }, [], origin());
  const second = updateWebhook(before, { description: 'second' }, [], origin());
  const after = first && second && evolveWebhook(evolveWebhook(before, first), second);
  expect(after).toMatchObject({ description: 'first', version: 2 });
});

test('a deleted webhook is not changed any more', () => {
  const before = made();
  const gone = evolveWebhook(before, deleteWebhook(before, origin()));
  expect(gone?.deleted).toBe(true);
  const late = updateWebhook(before, { description: 'late' }, [], origin());
  expect(late && evolveWebhook(gone, late)).toBe(gone);
});
