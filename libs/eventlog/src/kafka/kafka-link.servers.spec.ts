import { randomBytes } from 'node:crypto';
import { Unavailable } from '@parapet/contracts';
import { withAdmin } from './kafka-admin';
import { KafkaLink } from './kafka-link';
import { leaderOf } from './leaders';
import { testBrokers } from './testing/test-brokers';

describe('a link to Kafka', () => {
  let link: KafkaLink;
  afterEach(() => link.close());

  it('begins afresh when Kafka did not know its topics yet as it connected', async () => {
    const where = { brokers: testBrokers() };
    const topic = `test-${randomBytes(6).toString('hex')}.late`;
    link = new KafkaLink(where, [topic]);
    const known = () => link.insist(async (cluster) => leaderOf(cluster, topic, 0));
    await expect(known()).rejects.toThrow(Unavailable);
    // kafkajs' own waiting for leaders fails where a broker has not heard of the topic yet.
    const topics = [{ topic }];
    await withAdmin(where, (admin) => admin.createTopics({ topics, waitForLeaders: false }));
    const knownSoon = (): Promise<number> => known().catch(knownSoon);
    expect(await knownSoon()).toEqual(expect.any(Number));
    await withAdmin(where, (admin) => admin.deleteTopics({ topics: [topic] }));
  });
});
