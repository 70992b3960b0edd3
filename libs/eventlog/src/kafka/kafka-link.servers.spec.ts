import { randomBytes } from 'node:crypto';
import { Unavailable } from '@parapet/contracts';
import { withAdmin } from './kafka-admin';
import { KafkaLink } from './kafka-link';
import { leaderOf } from './leaders';
import { testBrokers } from './testing/test-brokers';

describe('a link to Kafka', () => {
  it('begins afresh when Kafka did not know its topics yet as it connected', async () => {
    const where = { brokers: testBrokers() };
    const topic = `test-${randomBytes(6).toString('hex')}.late`;
    const link = new KafkaLink(where, [topic]);
    const known = () => link.insist(async (cluster) => leaderOf(cluster, topic, 0));
    await expect(known()).rejects.toThrow(Unavailable);
    await withAdmin(where, (admin) => admin.createTopics({ topics: [{ topic }] }));
    await expect(known()).resolves.toEqual(expect.any(Number));
    link.close();
    await withAdmin(where, (admin) => admin.deleteTopics({ topics: [topic] }));
  });
});
