import type Cluster from 'kafkajs/src/cluster';
import type { KafkaLink } from './kafka-link';
import { Names } from './names';
import { askEnd, askEnds, askOffsets } from './offsets';

const names = new Names('');

/** Partitions of `issues` that begin at 1, 11, 21 … and end at 5, 15, 25 …; the second one has no leader. */
const cluster = {
  brokerPool: {
    metadata: {
      topicMetadata: [
        {
          ...{ topic: 'issues', topicErrorCode: 0 },
          partitionMetadata: Array.from({ length: 6 }, (_, partitionId) => {
            return { partitionId, leader: partitionId === 1 ? -1 : 0 };
          }),
        },
      ],
    },
  },
  fetchTopicsOffset: async (topics: Parameters<Cluster['fetchTopicsOffset']>[0]) =>
    topics.map(({ topic, partitions, fromBeginning }) => ({
      topic,
      partitions: partitions.map(({ partition }) => {
        return { partition, offset: String(partition * 10 + (fromBeginning ? 1 : 5)) };
      }),
    })),
};
const link = { insist: async (work: (of: unknown) => unknown) => work(cluster) };
const house = { link: link as unknown as KafkaLink, names };

test('where a partition begins and ends is told while another one has no leader', async () => {
  expect(await askOffsets(house, 'issues', 2)).toEqual({ first: 21, end: 25 });
  expect(await askEnd(house, 'issues', 0)).toBe(5);
});

test('where all of them end is not', async () => {
  await expect(askEnds(house, 'issues')).rejects.toThrow('issues/1 has no leader');
  await expect(askEnd(house, 'issues', 1)).rejects.toThrow('issues/1 has no leader');
});
