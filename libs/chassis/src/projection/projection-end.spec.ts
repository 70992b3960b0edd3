import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { newToken } from '../testing/facts';
import { toAppend } from '@parapet/contracts';
import { ProjectionEnd } from './projection-end';
import { Projections } from './projections';

let log: EventLog;
let store: ReadModel;
let projections: Projections;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await openEmbeddedReadModel({ path: ':memory:' });
  projections = new Projections(store);
  await projections.onModuleInit();
});
afterEach(async () => {
  await log.close();
  await store.close();
});

const progress = () => projections.of('list', 'tokens');
const endAt = (ends: readonly number[]) =>
  new ProjectionEnd(log, { progress: progress(), topic: 'tokens', ends });
async function append(): Promise<number> {
  const [position] = await log.append('tokens', [toAppend('a', newToken([], 0).fact)]);
  return position?.partition ?? 0;
}

test('it is reached when the stored progress says so, whoever stored it', async () => {
  const partition = await append();
  const end = endAt(await log.ends('tokens'));
  expect(await end.reached(0)).toBe(false);
  expect(await end.counted()).toEqual({ done: 0, total: 1 });
  const replica = new Projections(store).of('list', 'tokens');
  await replica.save(partition, 1);
  expect(await end.reached(0)).toBe(true);
  expect(await end.counted()).toEqual({ done: 1, total: 1 });
});

test('it waits while something is projected', async () => {
  const partition = await append();
  const reached = endAt(await log.ends('tokens')).reached(5_000);
  await progress().save(partition, 1);
  expect(await reached).toBe(true);
});

test('what retention removed will never be delivered, so it is not waited for', async () => {
  expect(await endAt([7, 0, 0]).reached(0)).toBe(true);
});

test('the log is not asked again and again what is left', async () => {
  await append();
  const read = jest.spyOn(log, 'read');
  const end = endAt(await log.ends('tokens'));
  for (let i = 0; i < 10; i += 1) expect(await end.reached(0)).toBe(false);
  expect(read).toHaveBeenCalledTimes(1);
});
