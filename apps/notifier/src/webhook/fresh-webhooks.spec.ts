import { Readiness } from '@parapet/chassis';
import { eventId, toAppend, Unavailable } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { createWebhook, disableWebhook, WEBHOOK_DEFAULTS } from './change-webhook';
import { FreshWebhooks } from './fresh-webhooks';
import { WebhookTable } from './webhook-table';

const ID = 'webhook_1';
let log: EventLog;
let table: WebhookTable;
let now = 0;
beforeEach(async () => {
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  log = await openEmbeddedEventLog({ path: ':memory:' });
  table = new WebhookTable(log, new Readiness());
  table.onModuleInit();
  const fresh = { id: ID, secretSealed: '', from: [] };
  const described = { ...WEBHOOK_DEFAULTS, url: 'https://receiver.example/' };
  await log.append('webhooks', [toAppend(ID, createWebhook(fresh, described, origin()))]);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await table.close();
  await log.close();
});
const origin = () => ({ id: eventId(), time: '', actor: 'token_1', cause: null });

test('rule 16: whoever asks half a second after it was disabled hears so, however far its table is behind', async () => {
  const webhooks = new FreshWebhooks(table);
  const before = await webhooks.enabled(ID);
  if (!before) throw new Error('the webhook is not there');
  // Whatever comes from the log now is held back until somebody asks for it.
  const known = jest.spyOn(table, 'get').mockReturnValue(before);
  const { caughtUp } = table;
  jest.spyOn(table, 'caughtUp').mockImplementation(async () => {
    await caughtUp.call(table);
    known.mockRestore();
  });
  await log.append('webhooks', [toAppend(ID, disableWebhook(before, 'gone', origin()))]);
  now += 499;
  expect(await webhooks.enabled(ID)).toBe(before);
  now += 1;
  expect(await webhooks.enabled(ID)).toBeUndefined();
});

test('while the log cannot say whether it was disabled, nobody is told that it is enabled', async () => {
  const webhooks = new FreshWebhooks(table);
  await webhooks.enabled(ID);
  now += 500;
  jest.spyOn(table, 'caughtUp').mockRejectedValue(new Unavailable('the log is away'));
  await expect(webhooks.enabled(ID)).rejects.toThrow(Unavailable);
});
