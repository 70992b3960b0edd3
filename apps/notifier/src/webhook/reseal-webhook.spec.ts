import {
  evolveWebhook,
  isoTime,
  type Origin,
  sealedFieldsOf,
  type Webhook,
  type WebhookEvent,
} from '@parapet/contracts';
import { createWebhook, updateWebhook, WEBHOOK_DEFAULTS } from './change-webhook';
import { openSecrets } from './open-secrets';
import { resealWebhook, sealedIn, SETTLED_MS, toReseal } from './reseal-webhook';
import { stageSecret } from './rotate-secret';
import { openHeaders, sealHeaders } from './sealed-headers';
import { SealBroken, SecretBox } from './secret-box';

const [A, B, C] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
const NOON = '2026-01-01T12:00:00.000Z';
/** Hours after noon, in milliseconds since 1970. */
const later = (hours: number): number => Date.parse(NOON) + hours * SETTLED_MS;
let facts = 0;
const origin = (now = later(0)): Origin => ({
  ...{ id: `fact_${(facts += 1)}`, time: isoTime(now), actor: 'notifier', cause: null },
});
const after = (webhook: Webhook | undefined, event: WebhookEvent): Webhook => {
  const state = evolveWebhook(webhook, event);
  if (!state) throw new Error('there is no webhook');
  return state;
};

/** A webhook with a staged secret and headers, all sealed with this key. */
function sealedWith(key: Buffer): Webhook {
  const box = new SecretBox(key);
  const fresh = { id: 'webhook_1', secretSealed: box.seal('whsec_old', 'webhook_1'), from: [] };
  const headers = sealHeaders(box, 'webhook_1', { 'x-key': 'k' });
  const described = { ...WEBHOOK_DEFAULTS, ...headers, url: 'https://a.example/' };
  const made = after(undefined, createWebhook(fresh, described, origin()));
  return after(made, stageSecret(made, box.seal('whsec_new', 'webhook_1'), origin()));
}
/** The webhook after a process with these keys has looked at it so many hours after noon. */
function moved(webhook: Webhook, box: SecretBox, hours = 1): Webhook {
  const former = toReseal(webhook, box, later(hours));
  if (former.length === 0) return webhook;
  return after(webhook, resealWebhook(webhook, former, box, origin(later(hours))));
}

test('rule 17: everything that a former key sealed is moved to the key of now, which opens it alone', () => {
  const webhook = moved(sealedWith(A), new SecretBox(B, [A]));
  expect(openSecrets(webhook, new SecretBox(B), NOON)).toEqual({
    ...{ current: 'whsec_old', staged: 'whsec_new' },
  });
  expect(openHeaders(new SecretBox(B), webhook)).toEqual({ 'x-key': 'k' });
  expect(() => openSecrets(webhook, new SecretBox(A), NOON)).toThrow(SealBroken);
  expect(() => openHeaders(new SecretBox(A), webhook)).toThrow(SealBroken);
  expect(toReseal(webhook, new SecretBox(B, [A]), later(9))).toEqual([]);
});

test('what is sealed with the key of now, or with one that is not set, is left alone', () => {
  expect(toReseal(sealedWith(B), new SecretBox(B, [A]), later(9))).toEqual([]);
  expect(toReseal(sealedWith(C), new SecretBox(B, [A]), later(9))).toEqual([]);
});

test('rule 17: processes that disagree about which key is the former one do not move secrets to and fro', () => {
  const [old, now] = [new SecretBox(A, [B]), new SecretBox(B, [A])];
  const webhook = moved(sealedWith(A), now);
  expect(webhook.version).toBe(3);
  expect(moved(webhook, old, 1.9)).toBe(webhook);
  const madeMeanwhile = sealedWith(B);
  expect(moved(madeMeanwhile, old, 0.9)).toBe(madeMeanwhile);
});

test('rule 17: headers that were just given with another key are not moved back', () => {
  const old = new SecretBox(A, [B]);
  const before = sealedWith(A);
  const headers = sealHeaders(new SecretBox(B, [A]), 'webhook_1', { 'x-key': 'new' });
  const update = updateWebhook(before, headers, [], origin(later(3)));
  const given = update ? after(before, update) : before;
  expect(given.version).toBe(3);
  expect(moved(given, old, 3.9)).toBe(given);
  expect(openHeaders(new SecretBox(A), moved(given, old, 4))).toEqual({ 'x-key': 'new' });
});

test('a secret is moved to the key of now also where headers are sent again every half hour', () => {
  const box = new SecretBox(B, [A]);
  const headers = sealHeaders(box, 'webhook_1', { 'x-key': 'k' });
  const before = sealedWith(A);
  const update = updateWebhook(before, headers, [], origin(later(3)));
  const sentAgain = moved(update ? after(before, update) : before, box, 3.5);
  expect(openSecrets(sentAgain, new SecretBox(B), NOON)).toEqual({
    ...{ current: 'whsec_old', staged: 'whsec_new' },
  });
});

test('what a clock that was ahead sealed is moved to the key of now by one that is right', () => {
  const webhook = moved(sealedWith(A), new SecretBox(B, [A]), -24);
  expect(openSecrets(webhook, new SecretBox(B), NOON).current).toBe('whsec_old');
  expect(moved(sealedWith(B), new SecretBox(A, [B]), -0.01).version).toBe(2);
});

test('a change of key can be taken back', () => {
  const webhook = moved(moved(sealedWith(A), new SecretBox(B, [A])), new SecretBox(A, [B]), 2);
  expect(openSecrets(webhook, new SecretBox(A), NOON).current).toBe('whsec_old');
});

test('rule 17: what was changed on the way is not sealed as if it were right', () => {
  const webhook = sealedWith(A);
  const changed = { ...webhook, secret_sealed: webhook.secret_sealed.slice(0, -2) };
  expect(() => moved(changed, new SecretBox(B, [A]))).toThrow(SealBroken);
});

test('everything that is sealed in a webhook is looked at', () => {
  const webhook = sealedWith(A);
  expect(sealedIn(webhook).map(([name]) => name)).toEqual(Object.keys(sealedFieldsOf(webhook)));
  const envelopes = JSON.stringify(webhook).match(/"v1\.[\w-]+\.[\w-]+\.[\w-]+"/g);
  expect(sealedIn(webhook)).toHaveLength(envelopes?.length ?? 0);
});
