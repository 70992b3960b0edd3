import { Logger } from '@nestjs/common';
import { NO_TRACING, Projections, Readiness, systemClock } from '@parapet/chassis';
import { testSettings } from '@parapet/chassis/testing';
import {
  type DeliveryPlanned,
  decode,
  eventId,
  isoTime,
  type IssueEvent,
  type Recorded,
  toAppend,
} from '@parapet/contracts';
import { done, type EventLog, openEmbeddedEventLog, retry } from '@parapet/eventlog';
import { sicken } from '@parapet/eventlog/testing';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { issueCreated } from '../testing/issue-facts';
import { createWebhook, WEBHOOK_DEFAULTS } from '../webhook/change-webhook';
import { WebhookTable } from '../webhook/webhook-table';
import { DeliveryConsumer } from './delivery.consumer';
import { DeliveryPlans } from './delivery-plans';
import { KnownTransitions } from './known-transitions';
import { Moments } from './moments';
import { TellingTime } from './telling-time';
import { FOLDED_ISSUES, TRANSITIONS } from './transition.collection';
import { TransitionProjection } from './transition.projection';

let log: EventLog;
let store: ReadModel;
let projections: Projections;
let table: WebhookTable;
let consumer: DeliveryConsumer;
let batch: Recorded<IssueEvent>[];
const info = {
  ...({ topic: 'issues', group: 'notifier.planner', partition: 0 } as const),
  signal: new AbortController().signal,
};

const webhookMade = (id: string) => {
  const fresh = { id, secretSealed: '', from: [] };
  const origin = { id: eventId(), time: isoTime(Date.now()), actor: 'token_1', cause: null };
  const described = { ...WEBHOOK_DEFAULTS, url: 'https://receiver.example/' };
  return toAppend(id, createWebhook(fresh, described, origin));
};
const addWebhook = (id: string) => log.append('webhooks', [webhookMade(id)]);
/** What the projection does with the batch, as far as `progress` says. */
const project = async (): Promise<void> => {
  await new TransitionProjection(store).project(batch);
  for (const { position } of batch)
    await projections
      .of('notifier.transitions', 'issues')
      .save(position.partition, position.offset + 1);
};
async function planned(): Promise<DeliveryPlanned['data'][]> {
  const ends = await log.ends('deliveries');
  const from = ends.map(() => 0);
  const all: DeliveryPlanned['data'][] = [];
  for await (const records of log.read('deliveries', from, ends))
    all.push(...records.map((r) => decode<DeliveryPlanned>(r).event.data));
  return all;
}

const madePlans = (): DeliveryPlans =>
  new DeliveryPlans(
    table,
    new Moments(systemClock, testSettings()),
    new TellingTime(log, systemClock),
  );

beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await openEmbeddedReadModel({ path: ':memory:' });
  await store.declare(TRANSITIONS);
  await store.declare(FOLDED_ISSUES);
  projections = new Projections(store);
  await projections.onModuleInit();
  table = new WebhookTable(log, new Readiness());
  const plans = madePlans();
  consumer = new DeliveryConsumer(log, new KnownTransitions(store, projections), plans, NO_TRACING);
  const event = issueCreated('issue_1');
  const [position] = await log.append('issues', [toAppend('issue_1', event)]);
  batch = position ? [{ position, key: 'issue_1', event }] : [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  await table.close();
  await Promise.all([log.close(), store.close()]);
});

/** Begins to follow webhooks only when the transitions have been read: the table is then as far behind as can be. */
class WithLateTable extends KnownTransitions {
  override async of(...args: Parameters<KnownTransitions['of']>) {
    const known = await super.of(...args);
    table.onModuleInit();
    return known;
  }
}

test('rule 4: a webhook that is in the log when the batch comes is planned for, however far its table is', async () => {
  await project();
  await addWebhook('webhook_1');
  const late = new DeliveryConsumer(
    ...([log, new WithLateTable(store, projections), madePlans(), NO_TRACING] as const),
  );
  expect(await late.plan(batch, info)).toEqual([done]);
  expect(await planned()).toMatchObject([{ webhook_id: 'webhook_1', issue_id: 'issue_1' }]);
});

test('rule 14: a batch that is delivered twice plans the same ids and bodies', async () => {
  await project();
  await addWebhook('webhook_1');
  table.onModuleInit();
  await consumer.plan(batch, info);
  await consumer.plan(batch, info);
  const [first, second, ...more] = await planned();
  expect(more).toEqual([]);
  expect(second).toMatchObject({ delivery_id: first?.delivery_id, body: first?.body });
});

test('of many webhooks times many issues no more is planned at once than is appended at once, and all in order', async () => {
  const ids = Array.from({ length: 1_250 }, (_, i) => `webhook_${i}`);
  await log.append('webhooks', ids.map(webhookMade));
  const second = issueCreated('issue_2');
  const [position] = await log.append('issues', [toAppend('issue_2', second)]);
  if (position) batch.push({ position, key: 'issue_2', event: second });
  await project();
  table.onModuleInit();
  const made = jest.spyOn(Moments.prototype, 'origin');
  const appended: string[] = [];
  const held: number[] = [];
  jest.spyOn(log, 'appendEach').mockImplementation((_, facts) => {
    held.push(made.mock.calls.length - appended.length);
    const plans = facts.map(({ json }) => JSON.parse(json) as DeliveryPlanned['data']);
    appended.push(...plans.map(({ issue_id, webhook_id }) => `${issue_id} ${webhook_id}`));
    const at = facts.map(
      (_fact, offset) => ({ topic: 'deliveries', partition: 0, offset }) as const,
    );
    return Promise.resolve(at);
  });
  expect(await consumer.plan(batch, info)).toEqual([done, done]);
  expect(held).toEqual([1_000, 1_000, 500]);
  const webhooks = [...table.values()];
  const inOrder = ['issue_1', 'issue_2'].flatMap((i) => webhooks.map(({ id }) => `${i} ${id}`));
  expect(appended).toEqual(inOrder);
});

test('a batch whose transitions are not known yet comes again, and nothing is planned', async () => {
  await addWebhook('webhook_1');
  table.onModuleInit();
  expect(await consumer.plan(batch, info)).toEqual([retry(100)]);
  expect(await planned()).toEqual([]);
});

test('while one partition of deliveries cannot be written, no try adds copies to the others', async () => {
  await project();
  const ids = Array.from({ length: 9 }, (_, n) => `webhook_${n}`);
  for (const id of ids) await addWebhook(id);
  table.onModuleInit();
  sicken(log, 'deliveries', 0, 2);
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  for (let again = true; again;)
    again = await consumer.plan(batch, info).then(
      () => false,
      () => true,
    );
  expect((await planned()).map(({ webhook_id }) => webhook_id).sort()).toEqual(ids);
});

test('a record that was parked, and is appended again when its issue is known, is planned as it would have been', async () => {
  await project();
  await addWebhook('webhook_1');
  table.onModuleInit();
  const [parked] = batch;
  if (!parked) throw new Error('there is one');
  const [position] = await log.append('issues', [toAppend('issue_1', parked.event)]);
  batch = position ? [{ ...parked, position }] : [];
  await project();
  await consumer.plan(batch, info);
  await consumer.plan([parked], info);
  const [again, before] = await planned();
  expect(before).toMatchObject({ delivery_id: again?.delivery_id, body: again?.body });
});
