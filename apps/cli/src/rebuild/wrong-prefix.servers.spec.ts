import type { Settings } from '@parapet/chassis';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { openKafkaEventLog, removeTopics } from '@parapet/eventlog/kafka';
import { ServicesModule } from '../services.module';
import { call } from '../testing/call';
import { Fleet, listed, readyAgain } from '../testing/fleet';
import { ownDeployment, removeDeployment } from '../testing/own-deployment';

jest.setTimeout(120_000);

let settings: Settings;
let house: TestHouse;
beforeEach(async () => {
  settings = ownDeployment();
  house = await testHouse({ imports: [ServicesModule], settings, onServers: true });
});
afterEach(async () => {
  await house.close();
  await removeDeployment(settings);
});

/** Those of a shell in which another prefix is set. */
function mistaken(): Settings & { readonly kafka: NonNullable<Settings['kafka']> } {
  if (!settings.kafka) throw new Error('it is a deployment on Kafka');
  return { ...settings, kafka: { ...settings.kafka, prefix: `not-${settings.kafka.prefix}` } };
}

test.each([[['topics']], [['parked']], [['rebuild']], [['rebuild', '--live']]])(
  'parapet %j with the wrong KAFKA_TOPIC_PREFIX makes no topics and changes nothing, and says so',
  async (args) => {
    const generation = house.store.generations?.current();
    for (const again of [1, 2]) {
      const { code, said } = await call(args, { settings: mistaken });
      expect([again, code]).toEqual([again, 1]);
      expect(said).toContain(
        `There is no house with KAFKA_TOPIC_PREFIX=not-${settings.kafka?.prefix} in this Kafka`,
      );
    }
    expect(house.store.generations?.current()).toBe(generation);
  },
);

test('rule 18: over the topics of another house rebuild --live drops no documents of this one', async () => {
  await readyAgain(house);
  await (await Fleet.of(house)).send(0, 5);
  const { kafka } = mistaken();
  const other = { brokers: kafka.brokers, prefix: kafka.prefix, replication: 1 };
  await (await openKafkaEventLog(other)).close();
  try {
    const { code, said } = await call(['rebuild', '--live'], { settings: mistaken });
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/The documents in use know more than this log \(.*KAFKA_TOPIC_PREFIX/),
    ]);
    await readyAgain(house);
    expect(await listed(house, 'events')).toHaveLength(5);
  } finally {
    await removeTopics(other);
  }
});
