import { evolveWebhook, isoTime, type Origin, type Webhook } from '@parapet/contracts';
import { createWebhook, WEBHOOK_DEFAULTS } from './change-webhook';
import { openSecrets } from './open-secrets';
import { promoteSecret, promotionIsDue, STAGED_MS, stageSecret } from './rotate-secret';
import { SealBroken, SecretBox } from './secret-box';

const NOON = Date.parse('2026-01-01T12:00:00.000Z');
const box = new SecretBox(Buffer.alloc(32, 1));
let facts = 0;
const origin = (after = 0): Origin => ({
  ...{ id: `fact_${(facts += 1)}`, time: isoTime(NOON + after), actor: 'token_1', cause: null },
});
const fresh = { id: 'webhook_1', secretSealed: box.seal('whsec_old', 'webhook_1'), from: [] };
const made = evolveWebhook(
  undefined,
  createWebhook(fresh, { ...WEBHOOK_DEFAULTS, url: 'https://a.example/' }, origin()),
);

function rotated(boundTo = 'webhook_1'): Webhook {
  if (!made) throw new Error('there is no webhook');
  const staged = evolveWebhook(
    made,
    stageSecret(made, box.seal('whsec_new', boundTo), origin(1_000)),
  );
  if (!staged) throw new Error('there is no webhook');
  return staged;
}
const opened = (webhook: Webhook, after: number) =>
  openSecrets(webhook, box, isoTime(NOON + after));

test('rule 17: both secrets sign for a day, then the new one alone', () => {
  const webhook = rotated();
  const both = { current: 'whsec_old', staged: 'whsec_new' };
  const alone = { current: 'whsec_new', staged: null };
  expect(STAGED_MS).toBe(86_400_000);
  expect(opened(webhook, 1_000)).toEqual(both);
  expect(opened(webhook, 1_000 + STAGED_MS - 1)).toEqual(both);
  expect(opened(webhook, 1_000 + STAGED_MS)).toEqual(alone);
});

test('what time has done is recorded once', () => {
  const webhook = rotated();
  const due = (at: number, of = webhook) => promotionIsDue(of, isoTime(NOON + at));
  expect([due(STAGED_MS), due(1_000 + STAGED_MS)]).toEqual([false, true]);
  const recorded = evolveWebhook(webhook, promoteSecret(webhook, origin(1_000 + STAGED_MS)));
  expect(recorded && due(2 * STAGED_MS, recorded)).toBe(false);
  expect(recorded && opened(recorded, 0)).toEqual({ current: 'whsec_new', staged: null });
});

test('rule 17: a secret that was sealed for another webhook signs nothing', () => {
  expect(() => opened(rotated('webhook_2'), 1_000)).toThrow(SealBroken);
});
