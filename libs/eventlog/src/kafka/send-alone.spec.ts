import { Unavailable } from '@parapet/contracts';
import type Cluster from 'kafkajs/src/cluster';
import { sampleEvents } from '../testing';
import { AppendGroup } from './append-group';
import { partitionOf } from '../writing/murmur2';
import { Breaker } from './breaker';
import type { KafkaLink } from './kafka-link';
import { Names } from './names';
import { Sender } from './sender';
import { ByteWriter } from './wire/byte-writer';

const [LED, UNLED] = [0, 1];
const [NOT_ENOUGH_REPLICAS, TIMED_OUT, REFUSED] = [19, 7, 29];

interface Kafka {
  readonly leaders?: readonly number[];
  /** What it says of partition 1. */
  readonly code?: number;
  readonly topicCode?: number;
}

/** Appends to two partitions of `issues`, and to `policies`; `kafka` says what is wrong with the second partition. */
async function send({ leaders = [1, 1], code = 0, topicCode = 0 }: Kafka) {
  const sent: number[] = [];
  const partitionMetadata = leaders.map((leader, partitionId) => ({ partitionId, leader }));
  const topicMetadata = [{ topic: 'issues', topicErrorCode: topicCode, partitionMetadata }];
  const answer = new ByteWriter().int32(2);
  for (const partition of [LED, UNLED])
    answer
      .text('issues')
      .int32(1)
      .int32(partition)
      .int16(partition === UNLED ? code : 0)
      .int64(7)
      .int64(0)
      .int64(0);
  const connectionPool = {
    send: async ({ response }: Cluster.Exchange<unknown>) => {
      sent.push(1);
      return response.decode(answer.written());
    },
  };
  const cluster = {
    brokerPool: { metadata: { topicMetadata } },
    findBroker: async () => ({ connectionPool }),
  };
  const insist = async (work: (c: unknown) => Promise<unknown>) => {
    for (let tries = 1; ; tries++)
      try {
        return await work(cluster);
      } catch (error) {
        if (tries === 3) throw new Unavailable(String(error));
      }
  };
  const trips: unknown[] = [];
  const breaker = new Breaker(
    async () => undefined,
    (away) => trips.push(away),
  );
  const group = new AppendGroup();
  const [led, unled] = [eventsOf(LED), eventsOf(UNLED)];
  const well = group.append('issues', 2, led);
  const bad = group.append('issues', 2, unled);
  const both = group.appendEach('issues', 2, [...led, ...unled, ...led]);
  const link = { insist } as unknown as KafkaLink;
  await new Sender({ link, names: new Names(''), breaker }).send(group);
  breaker.close();
  return { well, bad, both, sent: sent.length, trips };
}

function eventsOf(partition: number) {
  for (let n = 0; ; n++) if (partitionOf(`k${n}`, 2) === partition) return sampleEvents(`k${n}`, 1);
}

describe('a caller whose partition failed', () => {
  it('rule 3: fails alone when the partition has no leader', async () => {
    const { well, bad, trips } = await send({ leaders: [1, -1] });
    expect(well()).toEqual([{ topic: 'issues', partition: LED, offset: 7 }]);
    expect(bad).toThrow('issues/1 has no leader');
    expect(bad).toThrow(Unavailable);
    expect(trips).toEqual([]);
  });

  it('rule 3: fails alone when too few replicas are in sync, after some tries', async () => {
    const { well, bad, sent, trips } = await send({ code: NOT_ENOUGH_REPLICAS });
    expect(well()).toHaveLength(1);
    expect(bad).toThrow(Unavailable);
    expect([sent, trips]).toEqual([3, []]);
  });

  it('rule 3: fails alone, and at once, when replicas were too slow', async () => {
    const { well, bad, sent, trips } = await send({ code: TIMED_OUT });
    expect(well()).toHaveLength(1);
    expect(bad).toThrow(Unavailable);
    expect([sent, trips]).toEqual([1, []]);
  });

  it('rule 3: hears of each event what became of it, where it asks for that', async () => {
    const { both } = await send({ leaders: [1, -1] });
    const at = (offset: number) => ({ topic: 'issues', partition: LED, offset });
    expect(both()).toEqual([at(8), expect.any(Unavailable), at(9)]);
  });

  it('hears why its topic is refused', async () => {
    const { bad, sent } = await send({ topicCode: REFUSED });
    expect(bad).toThrow(expect.objectContaining({ type: 'TOPIC_AUTHORIZATION_FAILED' }));
    expect(sent).toBe(0);
  });
});
