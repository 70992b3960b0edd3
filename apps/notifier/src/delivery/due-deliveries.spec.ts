import { Readiness } from '@parapet/chassis';
import { TestClock, testSettings } from '@parapet/chassis/testing';
import { type DeliveryAttempt, isoTime, toAppend } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { webhookCreated } from '../testing/webhook-facts';
import { FreshWebhooks } from '../webhook/fresh-webhooks';
import { WebhookTable } from '../webhook/webhook-table';
import { DELIVERIES } from './delivery.collection';
import { DueDeliveries } from './due-deliveries';
import { Moments } from './moments';
import { OwnLeases } from './own-leases';
import { StoredLeases } from './stored-leases';

const WEBHOOKS = 300;
/** Webhooks that a look asks for unseen. */
const IN_TURN = 64;
const webhook = (n: number): string => `webhook_${n}`;

let clock: TestClock;
let log: EventLog;
let store: ReadModel;
let table: WebhookTable;
beforeEach(async () => {
  clock = new TestClock();
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await openEmbeddedReadModel({ path: ':memory:' });
  await store.declare(DELIVERIES);
  table = new WebhookTable(log, new Readiness());
  table.onModuleInit();
  const facts = Array.from({ length: WEBHOOKS }, (_, n) =>
    toAppend(webhook(n), webhookCreated(testSettings(), webhook(n), 'https://receiver.example/')),
  );
  await log.append('webhooks', facts);
  await table.caughtUp();
});
afterEach(async () => {
  await table.close();
  await Promise.all([log.close(), store.close()]);
});

const FAILED: DeliveryAttempt = {
  ...{ number: 1, started_at: isoTime(0), duration_ms: 1, status: 400, error: 'status' },
  ...{ message: '', response: '', address: null },
};

/** So many deliveries of a webhook are due; two at a time in the same moment. */
async function due(of: string, count: number, tried = 0): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => {
    const at = isoTime(clock.now() - 1_000 * (count - (n >> 1)));
    return {
      ...{ id: `${of}-${n}`, webhook_id: of, issue_id: 'issue_1', event: 'issue.created' },
      ...({ body: '{}', status: 'pending', created_at: at, next_at: at, due_at: at } as const),
      ...{ attempts: Array.from({ length: tried }, () => FAILED), tries: tried, applied: n },
    };
  });
  await store.insert(DELIVERIES, rows);
}

describe.each([
  ['in memory', () => new OwnLeases(store, clock)],
  ['in the documents', () => new StoredLeases(store, clock)],
])('with leases %s', (_, made) => {
  let deliveries: DueDeliveries;
  beforeEach(() => {
    const moments = new Moments(clock, testSettings());
    deliveries = new DueDeliveries(made(), table, new FreshWebhooks(table), moments);
  });
  const look = async () => [...(await deliveries.webhooksWithDue()).enabled];

  test('behind a queue of some pages only those are asked for who have something due', async () => {
    await due(webhook(7), 150);
    await due(webhook(250), 1);
    expect((await look()).sort()).toEqual([webhook(250), webhook(7)]);
  });

  test('of a queue with many attempts behind it, and all that was answered to them, no more is read than a page', async () => {
    await due(webhook(7), 300, 9);
    const page = jest.spyOn(store, 'page');
    const ids = await look();
    const pages = await Promise.all(page.mock.results.map(({ value }) => value));
    expect(pages.flat().length).toBeLessThanOrEqual(51);
    expect(ids).toContain(webhook(7));
    expect(ids.length).toBeGreaterThanOrEqual(IN_TURN);
  });

  test('behind a longer queue some are asked for at a time, and each has its turn', async () => {
    await due(webhook(7), 1_000);
    const seen = new Set<string>();
    for (let looks = 0; looks < Math.ceil(WEBHOOKS / IN_TURN); looks += 1) {
      const ids = await look();
      expect(ids).toContain(webhook(7));
      expect(ids.length).toBeLessThanOrEqual(IN_TURN + 1);
      for (const id of ids) seen.add(id);
    }
    expect(seen.size).toBe(WEBHOOKS);
  });
});
