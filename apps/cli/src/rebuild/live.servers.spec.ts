import type { Settings } from '@parapet/chassis';
import { testHouse, type TestHouse, TestClock } from '@parapet/chassis/testing';
import { ServicesModule } from '../services.module';
import { call } from '../testing/call';
import { Fleet, issueTitles, LEASE_MS, listed, readyAgain } from '../testing/fleet';
import { ownDeployment, removeDeployment } from '../testing/own-deployment';
import { openTold, type Told } from '../testing/told';

let settings: Settings;
let clock: TestClock;
let houses: TestHouse[];
let told: Told;

const replica = (): Promise<TestHouse> =>
  testHouse({ imports: [ServicesModule], clock, settings, onServers: true });

beforeEach(async () => {
  settings = ownDeployment();
  clock = new TestClock();
  told = await openTold();
  houses = [await replica(), await replica()];
});
afterEach(async () => {
  for (const house of houses) await house.close();
  await removeDeployment(settings);
  await told.close();
});

const cli = (...args: readonly string[]) => call(args, { settings: () => settings });

/** What the lists say, in their order. */
const everything = async (house: TestHouse) => ({
  events: await listed(house, 'events'),
  issues: await listed(house, 'issues'),
});

test('rule 18: a live rebuild under load gives the same answers, at most one 201 each, and sends no webhook again', async () => {
  const [house, other] = houses;
  if (!house || !other) throw new Error('there are two replicas');
  for (const one of houses) await readyAgain(one);
  await told.by(house);
  const fleet = await Fleet.of(house, other);
  await fleet.send(0, 40);
  await told.atLeast(40);
  const generation = house.store.generations?.current();
  let rebuilt = false;
  const rebuilding = cli('rebuild', '--live').finally(() => (rebuilt = true));
  await fleet.keepSendingUntil(100, () => rebuilt);
  const { code, answer, said } = await rebuilding;
  if (code !== 0) throw new Error(said);
  expect(answer).toMatch(/^All read models are made again from the log/);
  clock.advance(LEASE_MS);
  for (const one of houses) await readyAgain(one);
  expect(house.store.generations?.current()).not.toBe(generation);
  await fleet.send(50_000, 50_001);
  await told.atLeast(fleet.sent);

  expect(fleet.created.filter((times) => times > 1)).toEqual([]);
  expect(await listed(house, 'events')).toHaveLength(fleet.sent);
  expect(new Set(await issueTitles(other, fleet.sent)).size).toBe(fleet.sent);
  expect(told.times).toEqual(fleet.all.map(() => 1));

  // At rest the answers are the very same.
  const before = await everything(house);
  expect((await cli('rebuild', '--live')).code).toBe(0);
  for (const one of houses) await readyAgain(one);
  expect(await everything(other)).toEqual(before);
  expect((await cli('rebuild')).code).toBe(0);
  for (const one of houses) await readyAgain(one);
  expect(await everything(house)).toEqual(before);

  // A new issue is told: whatever the senders had to say they said before it.
  clock.advance(LEASE_MS);
  await fleet.send(50_001, 50_002);
  await told.atLeast(fleet.sent);
  expect(told.times).toEqual(fleet.all.map(() => 1));
});
