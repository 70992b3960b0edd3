import { evolveWebhook, isoTime, type Webhook } from '@parapet/contracts';
import { createWebhook, WEBHOOK_DEFAULTS } from './change-webhook';
import { OpenedWebhooks } from './opened-webhooks';
import { sealHeaders } from './sealed-headers';
import { SealBroken, SecretBox } from './secret-box';

const NOON = Date.parse('2026-01-01T12:00:00.000Z');
const ID = 'webhook_1';

let box: SecretBox;
let opened: OpenedWebhooks;
let webhook: Webhook;
beforeEach(() => {
  box = new SecretBox(Buffer.alloc(32, 1));
  opened = new OpenedWebhooks(box);
  const fresh = { id: ID, secretSealed: box.seal('whsec_old', ID), from: [] };
  const origin = { id: 'fact_1', time: isoTime(NOON), actor: 'token_1', cause: null };
  const fact = createWebhook(fresh, { ...WEBHOOK_DEFAULTS, url: 'https://a.example/' }, origin);
  const made = evolveWebhook(undefined, fact);
  if (!made) throw new Error('there is no webhook');
  webhook = { ...made, ...sealHeaders(box, ID, { 'x-key': 'k' }) };
});

const at = (after: number) => opened.at(webhook, isoTime(NOON + after));

test('what is sealed of a webhook is opened once, as long as the webhook stays as it is', () => {
  const open = jest.spyOn(box, 'open');
  for (const after of [0, 1, 2])
    expect(at(after)).toEqual({
      ...{ secrets: { current: 'whsec_old', staged: null }, headers: { 'x-key': 'k' } },
    });
  expect(open).toHaveBeenCalledTimes(2);
  webhook = { ...webhook, secret_sealed: box.seal('whsec_new', ID) };
  expect(at(3).secrets.current).toBe('whsec_new');
});

test('rule 17: a staged secret signs alone from its time on, also where both were opened before', () => {
  const promotes_at = isoTime(NOON + 1_000);
  const staged = {
    secret_sealed: box.seal('whsec_new', ID),
    staged_at: isoTime(NOON),
    promotes_at,
  };
  webhook = { ...webhook, staged };
  expect(at(999).secrets).toEqual({ current: 'whsec_old', staged: 'whsec_new' });
  expect(at(1_000).secrets).toEqual({ current: 'whsec_new', staged: null });
  expect(at(999).secrets).toEqual({ current: 'whsec_old', staged: 'whsec_new' });
});

test('what cannot be opened is tried again every time', () => {
  webhook = { ...webhook, secret_sealed: box.seal('whsec_old', 'webhook_2') };
  for (const after of [0, 1]) expect(() => at(after)).toThrow(SealBroken);
});
