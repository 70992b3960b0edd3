import { Logger } from '@nestjs/common';
import { Readiness } from '@parapet/chassis';
import { TestClock } from '@parapet/chassis/testing';
import { eventId, isoTime, toAppend, type Webhook, type WebhookEvent } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { createWebhook, WEBHOOK_DEFAULTS } from './change-webhook';
import { openSecrets } from './open-secrets';
import { SETTLED_MS } from './reseal-webhook';
import { STAGED_MS, stageSecret } from './rotate-secret';
import { SecretBox } from './secret-box';
import { TendSecrets } from './tend-secrets';
import { WebhookTable } from './webhook-table';

const [A, B] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const WEBHOOKS = 250;
const ids = Array.from({ length: WEBHOOKS }, (_, i) => `webhook_${i}`);
let log: EventLog;
let clock: TestClock;
let opened: (() => Promise<void>)[];
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  clock = new TestClock();
  opened = [];
  jest.spyOn(Logger.prototype, 'log').mockReturnValue();
});
afterEach(async () => {
  for (const close of opened.reverse()) await close();
  await log.close();
  jest.restoreAllMocks();
});

const origin = () => ({
  ...{ id: eventId(), time: isoTime(clock.now()), actor: 'token_1', cause: null },
});
const append = (events: readonly WebhookEvent[]) =>
  log.append(
    'webhooks',
    events.map((event) => toAppend(event.data.webhook_id, event)),
  );

/** A process that tends secrets, with a table of its own. */
async function process(box: SecretBox): Promise<WebhookTable> {
  const table = new WebhookTable(log, new Readiness());
  table.onModuleInit();
  const tending = new TendSecrets(log, table, box, clock);
  await tending.start();
  opened.push(
    () => table.close(),
    () => tending.stop(),
  );
  return table;
}

/** The webhooks as a process knows them once this is so of all. */
async function all(table: WebhookTable, so: (webhook: Webhook) => boolean) {
  for (;;) {
    await table.caughtUp();
    const webhooks = [...table.values()];
    if (webhooks.length === WEBHOOKS && webhooks.every(so)) return webhooks;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Webhooks with a staged secret, sealed with this key. */
async function rotated(key: Buffer): Promise<void> {
  const box = new SecretBox(key);
  const described = { ...WEBHOOK_DEFAULTS, url: 'https://a.example/' };
  const made = ids.map((id) =>
    createWebhook({ id, secretSealed: box.seal('old', id), from: [] }, described, origin()),
  );
  await append(made);
  const table = new WebhookTable(log, new Readiness());
  table.onModuleInit();
  await table.caughtUp();
  const states = ids.flatMap((id) => table.get(id) ?? []);
  await append(states.map((state) => stageSecret(state, box.seal('new', state.id), origin())));
  await table.close();
}

test('rule 17: of two processes that record a promotion when its time has come, one counts', async () => {
  await rotated(A);
  const [one, other] = [await process(new SecretBox(A)), await process(new SecretBox(A))];
  await all(one, (webhook) => webhook.version === 2);
  clock.advance(STAGED_MS);
  const promoted = await all(one, (webhook) => webhook.staged === undefined);
  expect(promoted.map(({ version }) => version)).toEqual(ids.map(() => 3));
  const same = await all(other, (webhook) => webhook.staged === undefined);
  expect(same).toEqual(promoted);
});

test('rule 17: a clock that is days ahead for a moment promotes nothing', async () => {
  await rotated(A);
  const box = new SecretBox(B, [A]);
  const table = await process(box);
  clock.leap(2 * STAGED_MS);
  const current = (webhook: Webhook) => box.sealedBy(webhook.secret_sealed) === 'current';
  const tended = await all(table, current);
  expect(tended.filter(({ staged }) => staged === undefined)).toEqual([]);
  clock.leap(-2 * STAGED_MS);
  clock.advance(STAGED_MS);
  await all(table, (webhook) => webhook.staged === undefined);
});

test('rule 17: two processes with a new key seal everything again, and then the former key can go', async () => {
  await rotated(A);
  clock.advance(SETTLED_MS);
  const box = new SecretBox(B, [A]);
  const [one] = [await process(box), await process(box)];
  const current = (webhook: Webhook) => box.sealedBy(webhook.secret_sealed) === 'current';
  for (const webhook of await all(one, current)) {
    expect(webhook.version).toBe(3);
    const secrets = openSecrets(webhook, new SecretBox(B), isoTime(clock.now()));
    expect(secrets).toEqual({ current: 'old', staged: 'new' });
  }
});
