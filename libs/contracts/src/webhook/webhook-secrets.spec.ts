import { evolveWebhook, type Webhook, type WebhookCreated, type WebhookEvent } from './webhook';
import { sealedFieldsOf, secretsAt } from './webhook-secrets';

const DAY = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'] as const;
const NEXT = [1, 2, 3] as const;
const noon = (day: 0 | 1 | 2 | 3): string => `${DAY[day]}T12:00:00.000Z`;
const meta = (id: string, time: string) => ({ id, schema: 1, time, actor: 'token_1', cause: null });
const created: WebhookCreated = {
  ...meta('e1', noon(0)),
  type: 'WebhookCreated',
  data: {
    ...{ version: 1, webhook_id: 'webhook_1', url: 'https://a.example/', description: '' },
    ...{ events: ['issue.created'], enabled: true, secret_sealed: 'first', from: [] },
  },
};
const staged = (version: number, secret: string, day: 0 | 1 | 2): WebhookEvent => ({
  ...meta(`s${version}`, noon(day)),
  type: 'WebhookSecretStaged',
  data: {
    ...{ version, webhook_id: 'webhook_1', secret_sealed: secret },
    promotes_at: noon(NEXT[day]),
  },
});
const promoted = (version: number, day: 0 | 1 | 2 | 3): WebhookEvent => ({
  ...meta(`p${version}`, noon(day)),
  type: 'WebhookSecretPromoted',
  data: { version, webhook_id: 'webhook_1' },
});
const resealed = (version: number, sealed: object): WebhookEvent => ({
  ...meta(`r${version}`, noon(3)),
  type: 'WebhookResealed',
  data: { version, webhook_id: 'webhook_1', sealed },
});
const given = (...events: WebhookEvent[]): Webhook => {
  const state = events.reduce<Webhook | undefined>(evolveWebhook, undefined);
  if (!state) throw new Error('there is no webhook');
  return state;
};
/** The envelopes that sign then. */
const signing = (webhook: Webhook, at: string) => {
  const { current, staged: next } = secretsAt(webhook, at);
  return [current, next?.secret_sealed ?? null];
};

test('without a rotation one secret signs', () =>
  expect(signing(given(created), noon(3))).toEqual(['first', null]));

test('rule 17: a staged secret signs beside the old one until its time, and alone from that millisecond on', () => {
  const webhook = given(created, staged(2, 'second', 0));
  expect(signing(webhook, noon(0))).toEqual(['first', 'second']);
  expect(signing(webhook, `${DAY[1]}T11:59:59.999Z`)).toEqual(['first', 'second']);
  expect(signing(webhook, noon(1))).toEqual(['second', null]);
});

test('rule 17: a promotion makes it the only one before its time', () => {
  const webhook = given(created, staged(2, 'second', 0), promoted(3, 0));
  expect(signing(webhook, noon(0))).toEqual(['second', null]);
  expect(webhook).not.toHaveProperty('staged');
  expect(webhook).toMatchObject({ version: 3, updated_at: noon(0) });
});

test('another rotation drops what is staged, and the one that signs stays', () => {
  const webhook = given(created, staged(2, 'second', 0), staged(3, 'third', 0));
  expect(signing(webhook, noon(0))).toEqual(['first', 'third']);
});

test('rule 17: a rotation after the time of the one before stands beside that, although nobody recorded its promotion', () => {
  const webhook = given(created, staged(2, 'second', 0), staged(3, 'third', 1));
  expect(signing(webhook, noon(1))).toEqual(['second', 'third']);
  const recordedLate = given(created, staged(2, 'second', 0), promoted(3, 2), staged(4, 'x', 2));
  expect(signing(recordedLate, noon(2))).toEqual(['second', 'x']);
});

test('rule 12: of a promotion and a rotation at the same moment the first counts', () => {
  const before = [created, staged(2, 'second', 0)];
  expect(given(...before, promoted(3, 0), staged(3, 'third', 0))).toEqual(
    given(...before, promoted(3, 0)),
  );
  expect(signing(given(...before, staged(3, 'third', 0), promoted(3, 0)), noon(0))).toEqual([
    'first',
    'third',
  ]);
});

test('rule 17: sealing again changes the envelopes that it names and nothing that anybody sees', () => {
  const before = given(created, staged(2, 'second', 0));
  expect(sealedFieldsOf(before)).toEqual({ secret: 'first', staged: 'second' });
  const after = given(
    created,
    staged(2, 'second', 0),
    resealed(3, { staged: 'second again' }),
    resealed(4, { secret: 'first again' }),
  );
  expect(sealedFieldsOf(after)).toEqual({ secret: 'first again', staged: 'second again' });
  expect(after).toMatchObject({ updated_at: before.updated_at, resealed_at: noon(3) });
  expect(signing(after, noon(1))).toEqual(['second again', null]);
  const late = given(created, resealed(2, { staged: 'dropped', headers: 'meanwhile' }));
  expect(sealedFieldsOf(late)).toEqual({ secret: 'first' });
});

test('rule 17: headers are sealed again too, and their names stay', () => {
  const headers = { header_names: ['x-key'], headers_sealed: 'headers' };
  const before = { ...created, data: { ...created.data, ...headers } };
  expect(sealedFieldsOf(given(before))).toEqual({ secret: 'first', headers: 'headers' });
  const after = given(before, resealed(2, { headers: 'headers again' }));
  expect(sealedFieldsOf(after)).toEqual({ secret: 'first', headers: 'headers again' });
  expect(after.header_names).toEqual(['x-key']);
});
