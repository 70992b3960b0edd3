import { Logger } from '@nestjs/common';
import { type Activity, toAppend } from '@parapet/contracts';
import { type EmbeddedEventLog, openEmbeddedEventLog, partitionOf } from '@parapet/eventlog';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { ActivityTable } from '../auth/activity-table';
import { AgentTable } from '../auth/agent-table';
import { sighting } from '../testing/facts';
import { TableSnapshot } from './table-snapshot';

const FROM = Date.parse('2026-03-01T00:00:00.000Z');
const DAY = 86_400_000;
const day = (n: number): number => FROM + n * DAY;

let log: EmbeddedEventLog;
let store: ReadModel;
let snapshot: TableSnapshot<Activity>;
const opened: ActivityTable[] = [];
beforeEach(async () => {
  log = (await openEmbeddedEventLog({ path: ':memory:', expires: false })) as EmbeddedEventLog;
  store = await openEmbeddedReadModel({ path: ':memory:' });
  snapshot = new TableSnapshot(store, { topic: 'sightings', fold: '1' });
  await snapshot.declare();
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const table of opened.splice(0)) await table.close();
  await log.close();
  await store.close();
});

const sight = (id: string, n: number): Promise<unknown> =>
  log.append('sightings', [toAppend(id, sighting(id, day(n)))]);
async function begin(from?: TableSnapshot<Activity>): Promise<ActivityTable> {
  const table = new ActivityTable(new AgentTable());
  opened.push(table);
  if (from) await table.openFrom(log, from);
  else table.open(log);
  await table.caughtUp();
  return table;
}
const known = (table: ActivityTable): unknown =>
  new Map([...table.values()].map((activity) => [activity.id, activity]));

test('a snapshot of whose last facts retention removed some is begun with, and what is left there is read', async () => {
  const [gone, there] = ['noun_a', 'noun_b'];
  expect(partitionOf(gone, 3)).not.toBe(partitionOf(there, 3));
  await sight(gone, 0);
  await sight(there, 40);
  await snapshot.save((await begin()).contents());
  await sight(gone, 40);
  await sight(there, 41);
  const whole = known(await begin());
  await log.sweep(day(41));
  const said = [jest.spyOn(Logger.prototype, 'warn'), jest.spyOn(console, 'error')];
  expect(known(await begin(snapshot))).toEqual(whole);
  expect(said.flatMap(({ mock }) => mock.calls)).toEqual([]);
});

test('a snapshot of whose last facts none is kept any more is left aside, and no other log is suspected', async () => {
  await sight('noun_a', 0);
  await snapshot.save((await begin()).contents());
  await log.sweep(day(41));
  const warned = jest.spyOn(Logger.prototype, 'warn');
  expect(await snapshot.load(log)).toEqual({ next: [], last: [], entries: [] });
  expect(warned).not.toHaveBeenCalled();
});
