import type { Settings } from '@parapet/chassis';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { openKafkaEventLog, removeTopics } from '@parapet/eventlog/kafka';
import { sampleEvents } from '@parapet/eventlog/testing';
import { ServicesModule } from '../services.module';
import { call } from '../testing/call';
import { Fleet, listed, readyAgain } from '../testing/fleet';
import { ownDeployment, removeDeployment } from '../testing/own-deployment';

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

/** Tries to make the documents of this house again from the log of another one, which keeps so many tokens. */
async function rebuiltOfAnother(tokens: number) {
  await readyAgain(house);
  await (await Fleet.of(house)).send(0, 5);
  const { kafka } = mistaken();
  const other = { brokers: kafka.brokers, prefix: kafka.prefix, replication: 1 };
  const log = await openKafkaEventLog(other);
  for (let n = 0; n < tokens; n++) await log.append('tokens', sampleEvents(`of-another-${n}`, 1));
  await log.close();
  try {
    const { code, said } = await call(['rebuild', '--live'], { settings: mistaken });
    await readyAgain(house);
    return { code, said, listed: (await listed(house, 'events')).length };
  } finally {
    await removeTopics(other);
  }
}

test.each([
  [0, /The documents in use know more than this log \(.*KAFKA_TOPIC_PREFIX/],
  [20, /The documents in use are of another house.*KAFKA_TOPIC_PREFIX/],
])(
  'rule 18: over the topics of another house, with %i tokens, rebuild --live drops no documents of this one',
  async (tokens, sentence) => {
    const said: unknown = expect.stringMatching(sentence);
    expect(await rebuiltOfAnother(tokens)).toEqual({ code: 1, said, listed: 5 });
  },
);
