import { testSettings } from '@parapet/chassis/testing';
import {
  type DeliveryPlanned,
  eventId,
  isoTime,
  type LogEvent,
  type RawRecord,
  toAppend,
} from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import type { ServerResponse } from 'node:http';
import { openReceiver, type Receiver } from '../testing/receiver';
import { testSender, type TestSender } from '../testing/test-sender';
import { webhookCreated } from '../testing/webhook-facts';
import { DELIVERIES } from './delivery.collection';

const ID = 'webhook_1';
const COUNT = 60;
/** Two senders that have just begun have so many attempts of a webhook under way. */
const IN_FLIGHT = 8;
let log: EventLog;
let store: ReadModel;
let there: Receiver;
let senders: readonly TestSender[];
/** Requests that are not answered yet. */
const waiting: ServerResponse[] = [];
let answers: boolean;
let projecting: { stop(): Promise<void> };

beforeEach(async () => {
  answers = false;
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await openEmbeddedReadModel({ path: ':memory:' });
  there = await openReceiver((response) => {
    if (answers) response.end();
    else waiting.push(response);
  });
  const settings = testSettings();
  await log.append('webhooks', [toAppend(ID, webhookCreated(settings, ID, there.url))]);
  const shared = { log, store, settings };
  senders = [await testSender(shared), await testSender(shared)];
  projecting = projectAll(senders);
});
afterEach(async () => {
  await Promise.all(senders.map((s) => s.close()));
  await projecting.stop();
  await Promise.all([log.close(), store.close(), there.close()]);
});

const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));
const fact = <T extends string, D>(type: T, data: D) => ({
  ...{ id: eventId(), type, schema: 1, time: isoTime(Date.now()) },
  ...{ actor: 'notifier', cause: null, data },
});
const planned = (i: number): DeliveryPlanned =>
  fact('DeliveryPlanned', {
    ...{ delivery_id: `delivery_${i}`, webhook_id: ID, issue_id: `issue_${i}` },
    ...{ event: 'issue.created', body: '{}', next_at: isoTime(Date.now()) },
  });
const append = (topic: 'webhooks' | 'deliveries', events: readonly LogEvent[]) =>
  log.append(
    topic,
    events.map((event) => toAppend(ID, event)),
  );

/** Projects what comes, by the one and the other in turn. */
function projectAll(by: readonly TestSender[]): { stop(): Promise<void> } {
  let stopped = false;
  const work = async (): Promise<void> => {
    let from = (await log.ends('deliveries')).map(() => 0);
    for (let turn = 0; !stopped; turn += 1) {
      const ends = await log.ends('deliveries');
      const records: RawRecord[] = [];
      for await (const batch of log.read('deliveries', from, ends)) records.push(...batch);
      if (records.length > 0) await by[turn % by.length]?.project(records);
      from = [...ends];
      await moment();
    }
  };
  const done = work();
  return {
    stop: async () => {
      stopped = true;
      await done;
    },
  };
}

const withStatus = async (status: string): Promise<number> => {
  const ids = Array.from({ length: COUNT }, (_, i) => `delivery_${i}`);
  const rows = await store.getMany(DELIVERIES, ids);
  return [...rows.values()].filter((row) => row.status === status).length;
};

test.each([
  ['disabled', () => fact('WebhookDisabled', { webhook_id: ID, version: 2, reason: 'by hand' })],
  ['deleted', () => fact('WebhookDeleted', { webhook_id: ID, version: 2 })],
])('rule 16: when a webhook was %s, no sender begins another attempt', async (_, over) => {
  await append(
    'deliveries',
    Array.from({ length: COUNT }, (_unused, i) => planned(i)),
  );
  for (const { sender } of senders) await sender.start();
  await there.atLeast(IN_FLIGHT);
  await append('webhooks', [over()]);
  for (const { table } of senders) await table.caughtUp();
  // From now on every place that is free could be taken by what waits.
  answers = true;
  for (const response of waiting.splice(0)) response.end();
  while ((await withStatus('pending')) > 0) await moment();
  // What was under way was given up with the others, before it was answered.
  while ((await withStatus('succeeded')) < IN_FLIGHT) await moment();
  expect(await withStatus('given_up')).toBe(COUNT - IN_FLIGHT);
  expect(there.received).toHaveLength(IN_FLIGHT);
});
