import {
  type IssueEvent,
  type IssueStatusEvent,
  isoTime,
  type Recorded,
  Unavailable,
} from '@parapet/contracts';
import { TestClock, testSettings } from '@parapet/chassis/testing';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import fc from 'fast-check';
import { at, inLog, meta, occurred, START } from '../testing/facts';
import { ISSUE_EVIDENCE, type IssueDocument, ISSUES } from './issue.collection';
import { IssueProjection } from './issue.projection';

let store: ReadModel;
let projection: IssueProjection;

async function open(): Promise<void> {
  store = await openEmbeddedReadModel({ path: ':memory:' });
  projection = new IssueProjection(store, new TestClock(), testSettings());
  await projection.onModuleInit();
}
beforeEach(open);
afterEach(() => store.close());

const issue = (id = 'issue_1'): Promise<IssueDocument | undefined> => store.get(ISSUES, id);
const counted = async (): Promise<number | undefined> => (await issue())?.occurrences;

const resolved = (version: number, ms: number): IssueStatusEvent => ({
  ...meta('IssueResolved', START + ms),
  data: { issue_id: 'issue_1', version, reason: null },
});
const ignored = (version: number, until: number | null): IssueStatusEvent => ({
  ...meta('IssueIgnored', START),
  data: {
    ...{ issue_id: 'issue_1', version, reason: 'known' },
    until: until === null ? null : isoTime(START + until),
  },
});

test('rule 11: each observation of an issue counts once', async () => {
  await projection.project(
    inLog(
      occurred('IssueCreated', { a: 1, b: 2 }),
      occurred('IssueRecurred', { c: 3 }),
      occurred('IssueRecurred', { d: 4 }),
    ),
  );
  expect(await issue()).toMatchObject({
    ...{ occurrences: 4, status: 'open', version: 1 },
    ...{ first_seen: isoTime(START + 1), last_seen: isoTime(START + 4) },
  });
});

test('rule 11: redelivered events count once', async () => {
  const log = inLog(occurred('IssueCreated', { a: 1, b: 2 }), occurred('IssueRecurred', { c: 3 }));
  await projection.project(log);
  await projection.project(log);
  await projection.project(log.slice(1));
  expect(await counted()).toBe(3);
});

test('rule 11: observations that lie in the log of issues twice count once', async () => {
  await projection.project(
    inLog(
      occurred('IssueCreated', { a: 1, b: 2 }),
      occurred('IssueRecurred', { b: 2, c: 3 }),
      occurred('IssueRecurred', { a: 1, b: 2, c: 3 }),
    ),
  );
  expect(await counted()).toBe(3);
});

test('rule 11: what an attempt counted before it broke off is counted by the next one', async () => {
  const log = inLog(occurred('IssueCreated', { a: 1, b: 2 }), occurred('IssueRecurred', { c: 3 }));
  const write = store.write.bind(store);
  const broken = jest.spyOn(store, 'write').mockRejectedValueOnce(new Error('power cut'));
  await expect(projection.project(log)).rejects.toThrow('power cut');
  broken.mockImplementation(write);
  await projection.project(log.slice(0, 1));
  await projection.project(log);
  expect(await counted()).toBe(3);
});

test('rule 11: a created event for a known issue is a recurrence', async () => {
  const log = inLog(
    occurred('IssueCreated', { a: 1 }, { severity: 'critical' }),
    occurred('IssueCreated', { b: 2 }, { severity: 'low', verdict: 'blocked' }),
  );
  await projection.project(log);
  expect(await issue()).toMatchObject({
    ...{ occurrences: 2, severity: 'critical', verdict: 'blocked', version: 1 },
  });
});

test('rule 11: a recurrence of an unknown issue creates it', async () => {
  await projection.project(inLog(occurred('IssueRecurred', { a: 1 })));
  expect(await issue()).toMatchObject({ occurrences: 1, status: 'open' });
});

test('rule 11: a resolved issue is opened by an observation received after the resolution', async () => {
  const log = inLog(
    occurred('IssueCreated', { a: 1 }),
    resolved(2, 5),
    occurred('IssueRecurred', { b: 6 }),
  );
  await projection.project(log);
  expect(await issue()).toMatchObject({ status: 'open', version: 3, occurrences: 2 });
});

test('rule 11: an observation received before the resolution counts, but opens nothing', async () => {
  const log = inLog(
    occurred('IssueCreated', { a: 1 }),
    resolved(2, 5),
    occurred('IssueRecurred', { b: 4, c: 5 }),
  );
  await projection.project(log);
  expect(await issue()).toMatchObject({ status: 'resolved', version: 2, occurrences: 3 });
});

test.each([
  [null, 1_000, 'ignored'],
  [500, 400, 'ignored'],
  [500, 600, 'open'],
])('ignored until %s, seen again at %d: %s', async (until, seenAt, status) => {
  const again = occurred('IssueRecurred', { b: seenAt });
  await projection.project(inLog(occurred('IssueCreated', { a: 1 }), ignored(2, until), again));
  expect(await issue()).toMatchObject({ status, occurrences: 2 });
});

test('rule 12: of two events that make the same version the first wins', async () => {
  await projection.project(
    inLog(occurred('IssueCreated', { a: 1 }), resolved(2, 5), ignored(2, null)),
  );
  expect(await issue()).toMatchObject({ status: 'resolved', version: 2 });
});

test('a record that comes late counts, but does not tell an old story', async () => {
  const late = occurred('IssueRecurred', { b: 1 }, { title: 'old', verdict: 'blocked' });
  await projection.project(inLog(occurred('IssueCreated', { a: 9 }, { title: 'new' }), late));
  expect(await issue()).toMatchObject({
    ...{ title: 'new', verdict: 'detected', occurrences: 2 },
    ...{ first_seen: isoTime(START + 1), last_seen: isoTime(START + 9) },
  });
});

test('evidence is the newest 20, beside the issue and not in it', async () => {
  const events = Array.from({ length: 25 }, (_, i) => occurred('IssueRecurred', { [`e${i}`]: i }));
  const log = inLog(...events);
  await projection.project(log);
  await projection.project(log);
  const evidence = (await store.get(ISSUE_EVIDENCE, 'issue_1'))?.evidence ?? [];
  expect(evidence.map((e) => e.id)).toEqual(Array.from({ length: 20 }, (_, i) => `e${i + 5}`));
  expect(await issue()).not.toHaveProperty('evidence');
});

test('a batch that another replica has overtaken comes again', async () => {
  const log = inLog(occurred('IssueCreated', { a: 1 }), occurred('IssueRecurred', { b: 2 }));
  const getMany = store.getMany.bind(store);
  const overtaken = jest.spyOn(store, 'getMany').mockImplementation(async (c, ids, fields) => {
    const found = await getMany(c, ids, fields);
    if (c.name !== ISSUES.name) return found;
    overtaken.mockRestore();
    await projection.project(log.slice(0, 1));
    return found;
  });
  await expect(projection.project(log)).rejects.toThrow(Unavailable);
  await projection.project(log);
  expect(await counted()).toBe(2);
});

test('rule 11: what could not be folded and is parked counts when it is appended again', async () => {
  const event = occurred('IssueCreated', { a: 1 });
  let mended = false;
  const title = (): string => {
    if (!mended) throw new TypeError('this version cannot fold it');
    return 'a title';
  };
  Object.defineProperty(event.data, 'title', { enumerable: true, get: title });
  await expect(projection.project(inLog(event))).rejects.toThrow(TypeError);
  mended = true;
  await projection.project([at('issues', 50, 'issue_1', event)]);
  expect(await counted()).toBe(1);
});

test('rule 11: however events are cut into batches, delivered again and broken off, the count is exact', async () => {
  const names = [...'abcdefgh'];
  const observations = fc.subarray(names, { minLength: 1, maxLength: 4 });
  const events = fc.array(fc.tuple(fc.constantFrom('issue_1', 'issue_2'), observations), {
    ...{ minLength: 1, maxLength: 10 },
  });
  /** Where each delivery begins and ends, and whether it breaks off before the issues are stored. */
  const deliveries = fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.boolean()), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(events, deliveries, async (drawn, tries) => {
      await store.close();
      await open();
      const log = inLog(
        ...drawn.map(([issue_id, ids]) =>
          occurred('IssueRecurred', Object.fromEntries(ids.map((id, i) => [id, i])), { issue_id }),
        ),
      );
      await deliver(log, tries);
      for (const id of ['issue_1', 'issue_2']) {
        const seen = new Set(drawn.filter(([of]) => of === id).flatMap(([, ids]) => ids));
        expect((await issue(id))?.occurrences ?? 0).toBe(seen.size);
      }
    }),
    { seed: 20260303, numRuns: 100 },
  );
});

/** Delivers in order as a log does: it may go back and cut anew, but never begins behind what was not yet handled. */
async function deliver(
  log: readonly Recorded<IssueEvent>[],
  tries: readonly (readonly [number, number, boolean])[],
): Promise<void> {
  let handled = 0;
  for (const [from, length, breaksOff] of tries) {
    const begin = Math.min(from, handled);
    const batch = log.slice(begin, begin + length + 1);
    if (breaksOff) await brokenOff(batch);
    else await projection.project(batch);
    if (!breaksOff) handled = Math.max(handled, begin + batch.length);
  }
  await projection.project(log.slice(handled));
}

async function brokenOff(batch: readonly Recorded<IssueEvent>[]): Promise<void> {
  const write = jest.spyOn(store, 'write').mockRejectedValue(new Error('power cut'));
  await projection.project(batch).catch(() => undefined);
  write.mockRestore();
}

test('of many changes of its status an issue keeps the newest, and where it went', async () => {
  const changes = Array.from({ length: 60 }, (_, i) => resolved(i + 2, i));
  await projection.project(inLog(occurred('IssueCreated', { a: 1 }), ...changes));
  const kept = (await issue())?.past ?? [];
  expect([kept.length, kept.at(-1)?.status_at]).toEqual([49, isoTime(START + 58)]);
  expect((await issue())?.destination).toBe('x.com');
});

test('an occurrence that changes no status adds nothing to the past', async () => {
  await projection.project(
    inLog(occurred('IssueCreated', { a: 1 }), occurred('IssueRecurred', { b: 2 })),
  );
  expect(await issue()).not.toHaveProperty('past');
});
