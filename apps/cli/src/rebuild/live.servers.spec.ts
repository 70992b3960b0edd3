import { randomBytes } from 'node:crypto';
import { readSettings, type Settings } from '@parapet/chassis';
import { testHouse, type TestHouse, TestClock } from '@parapet/chassis/testing';
import { removeTopics } from '@parapet/eventlog/kafka';
import { dropDatabase } from '@parapet/readmodel/mongodb';
import { ServicesModule } from '../services.module';
import { call } from '../testing/call';
import { Fleet, issueTitles, LEASE_MS, listed, readyAgain } from '../testing/fleet';
import { openTold, type Told } from '../testing/told';

jest.setTimeout(180_000);

const SECRET_KEY = 'a secret key for tests, 32 characters';
let settings: Settings;
let clock: TestClock;
let houses: TestHouse[];
let told: Told;

/** Settings of a deployment of its own on the servers that are there. */
function ownDeployment(): Settings {
  const { KAFKA_BROKERS, MONGODB_URL } = process.env;
  if (!KAFKA_BROKERS || !MONGODB_URL)
    throw new Error('KAFKA_BROKERS and MONGODB_URL must say where a Kafka and a MongoDB answer');
  const name = `live-${randomBytes(6).toString('hex')}`;
  const url = Object.assign(new URL(MONGODB_URL), { pathname: `/${name}` }).href;
  return readSettings({
    ...{
      EVENT_LOG: 'kafka',
      KAFKA_BROKERS,
      KAFKA_TOPIC_PREFIX: `${name}.`,
      KAFKA_REPLICATION: '1',
    },
    ...{ READ_MODEL: 'mongodb', MONGODB_URL: url, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' },
    ...{ SECRET_KEY, ADMIN_TOKEN: 'an admin token of 32 characters.' },
    ...{ WEBHOOK_ALLOW_HTTP: 'on', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
  });
}

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
  const { mongodbUrl, kafka } = settings;
  if (mongodbUrl !== null) await dropDatabase(mongodbUrl);
  if (kafka) await removeTopics({ brokers: kafka.brokers, prefix: kafka.prefix });
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
  expect(new Set(await issueTitles(other)).size).toBe(fleet.sent);
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
