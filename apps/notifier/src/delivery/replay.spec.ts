import { systemClock } from '@parapet/chassis';
import {
  type DeliveryAttempt,
  type DeliveryEvent,
  type IssueEvent,
  type Recorded,
  Unavailable,
} from '@parapet/contracts';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import fc from 'fast-check';
import { issueCreated, issueRecurred, issueResolved } from '../testing/issue-facts';
import { WEBHOOK_HEALTH } from '../health/webhook-health.collection';
import { DELIVERIES } from './delivery.collection';
import { DeliveryProjection } from './delivery.projection';
import type { SendDeliveries } from './send-deliveries';
import { StoredLeases } from './stored-leases';
import { FOLDED_ISSUES, TRANSITIONS } from './transition.collection';
import { TransitionProjection } from './transition.projection';

const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;
const IDS = ['1', '2'];

const issueEvents: readonly ((id: string, second: number) => IssueEvent)[] = [
  (id, second) => issueCreated(`issue_${id}`, at(second)),
  (id, second) => issueRecurred(`issue_${id}`, at(second)),
  (id, second) => issueResolved(`issue_${id}`, 2, at(second)),
  (id, second) => issueResolved(`issue_${id}`, 4, at(second)),
];

const deliveryEvents: readonly ((id: string, second: number) => DeliveryEvent)[] = [
  (id, second) => ({
    ...{ ...meta(second), type: 'DeliveryPlanned' },
    data: { ...about(id), issue_id: 'issue_1', event: 'issue.created', body: '{}', next_at: '' },
  }),
  (id, second) => ({
    ...{ ...meta(second), type: 'DeliveryAttempted' },
    data: { ...about(id), attempt: attempt(second), next_at: at(second + 10) },
  }),
  (id, second) => ({
    ...{ ...meta(second), type: 'DeliverySucceeded' },
    data: { ...about(id), attempt: attempt(second) },
  }),
  (id, second) => ({
    ...{ ...meta(second), type: 'DeliveryGivenUp' },
    data: { ...about(id), attempt: attempt(second), reason: 'every attempt failed' },
  }),
  (id, second) => ({
    ...{ ...meta(second), type: 'DeliveryRequeued' },
    data: { ...about(id), next_at: at(second) },
  }),
];
const meta = (second: number) => ({
  ...{ id: `fact_${second}`, schema: 1, time: at(second), actor: 'notifier', cause: null },
});
const about = (id: string) => ({ delivery_id: `delivery_${id}`, webhook_id: 'webhook_1' });
/** It began two facts before the one that tells of it. */
const attempt = (second: number): DeliveryAttempt => ({
  ...{ number: second, started_at: at(Math.max(0, second - 2)), duration_ms: 1, status: 500 },
  ...{ error: 'status', message: '', response: '', address: null },
});

const nobody = { hasDue: () => undefined } as unknown as SendDeliveries;
const projections = {
  transitions: {
    events: issueEvents,
    topic: 'issues',
    declare: async (into: ReadModel) => {
      await into.declare(TRANSITIONS);
      await into.declare(FOLDED_ISSUES);
    },
    read: async (from: ReadModel, ids: readonly string[]) => [
      ...(await from.getMany(TRANSITIONS, ids)),
      ...(await from.getMany(FOLDED_ISSUES, ids)),
    ],
    project: (store: ReadModel, records: readonly Recorded[]) =>
      new TransitionProjection(store).project(records as readonly Recorded<IssueEvent>[]),
  },
  deliveries: {
    events: deliveryEvents,
    topic: 'deliveries',
    declare: async (into: ReadModel) => {
      await into.declare(DELIVERIES);
      await into.declare(WEBHOOK_HEALTH);
    },
    read: async (from: ReadModel, ids: readonly string[]) => [
      ...(await from.getMany(DELIVERIES, ids)),
      ...(await from.getMany(WEBHOOK_HEALTH, ['webhook_1'])),
    ],
    project: (store: ReadModel, records: readonly Recorded[]) => {
      const leases = new StoredLeases(store, systemClock);
      const projection = new DeliveryProjection(store, nobody, leases);
      return projection.project(records as readonly Recorded<DeliveryEvent>[]);
    },
  },
} as const;

let store: ReadModel;
beforeEach(async () => {
  store = await openEmbeddedReadModel({ path: ':memory:' });
});
afterEach(() => store.close());

/** A store that breaks after so many writes. */
const breaking = (writes: number): ReadModel => {
  let left = writes;
  const broken = Object.create(store) as ReadModel;
  const use = <T>(work: () => Promise<T>): Promise<T> =>
    left-- > 0 ? work() : Promise.reject(new Error('power cut'));
  broken.write = (c, changes) => use(() => store.write(c, changes));
  broken.insert = (c, documents) => use(() => store.insert(c, documents));
  return broken;
};

const NAMES = ['transitions', 'deliveries'] as const;
type Name = (typeof NAMES)[number];

/** Which facts happen, of which issue or delivery. */
const drawn = (name: Name) => {
  const fact = fc.tuple(fc.nat(projections[name].events.length - 1), fc.constantFrom(...IDS));
  return fc.array(fact, { minLength: 1, maxLength: 14 });
};

function logOf(name: Name, facts: readonly (readonly [number, string])[]): Recorded[] {
  const { events, topic } = projections[name];
  return facts.map(([kind, id], i): Recorded => {
    const event = (events[kind] ?? issueEvents[0])?.(id, i + 1);
    if (!event) throw new Error('there is no such event');
    return { position: { topic, partition: 0, offset: 3 * i }, key: keyOf(event), event };
  });
}

async function documents(name: Name, log: readonly Recorded[]): Promise<unknown[]> {
  const positions = log.map(({ position: p }) => `${p.topic}/${p.partition}/${p.offset}`);
  const ids = [...positions, ...IDS.flatMap((id) => [`issue_${id}`, `delivery_${id}`])];
  return (await projections[name].read(store, ids)).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What comes of these facts one by one. */
async function expectedOf(name: Name, log: readonly Recorded[]): Promise<unknown[]> {
  await store.dropDerived();
  for (const record of log) await projections[name].project(store, [record]);
  const expected = await documents(name, log);
  await store.dropDerived();
  return expected;
}

test.each(NAMES)(
  'rule 5: however the log is cut into batches, delivered again and broken off, the same %s come of it',
  async (name) => {
    const { declare, project } = projections[name];
    await declare(store);
    /** Where each delivery begins and ends, and how many writes it gets done. */
    const deliveries = fc.array(fc.tuple(fc.nat(13), fc.nat(13), fc.nat(3)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(drawn(name), deliveries, async (facts, tries) => {
        const log = logOf(name, facts);
        const expected = await expectedOf(name, log);
        let handled = 0;
        for (const [from, length, writes] of tries) {
          const begin = Math.min(from, handled);
          const batch = log.slice(begin, begin + length + 1);
          const whole = await project(breaking(writes), batch).then(
            () => true,
            () => false,
          );
          if (whole) handled = Math.max(handled, begin + batch.length);
        }
        await project(store, log.slice(handled));
        expect(await documents(name, log)).toEqual(expected);
      }),
      { seed: 16, numRuns: 150 },
    );
  },
);

/** A store where something happens right after the first read. */
const interrupted = (happens: () => Promise<unknown>): ReadModel => {
  let read = false;
  const overtaken = Object.create(store) as ReadModel;
  overtaken.getMany = async (c, ids, fields) => {
    const found = await store.getMany(c, ids, fields);
    if (!read) await happens();
    read = true;
    return found;
  };
  return overtaken;
};

test.each(NAMES)(
  'rule 5: whichever of two holders of a partition is faster, the same %s come of it',
  async (name) => {
    const { declare, project } = projections[name];
    await declare(store);
    await fc.assert(
      fc.asyncProperty(drawn(name), fc.nat(13), fc.nat(13), async (facts, begin, length) => {
        const log = logOf(name, facts);
        const expected = await expectedOf(name, log);
        await project(store, log.slice(0, begin));
        const other = () => project(store, log.slice(begin, begin + length));
        await project(interrupted(other), log.slice(begin)).catch(async (error: unknown) => {
          if (!(error instanceof Unavailable)) throw error;
          await project(store, log.slice(begin));
        });
        expect(await documents(name, log)).toEqual(expected);
      }),
      { seed: 17, numRuns: 150 },
    );
  },
);

const keyOf = (event: IssueEvent | DeliveryEvent): string =>
  'delivery_id' in event.data ? event.data.webhook_id : event.data.issue_id;
