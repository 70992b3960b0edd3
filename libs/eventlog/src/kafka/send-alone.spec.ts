import { Unavailable } from '@parapet/contracts';
import { KafkaJSConnectionError } from 'kafkajs';
import type Cluster from 'kafkajs/src/cluster';
import { sampleEvents } from '../testing';
import { QUEUE_LIMITS } from '../writing/group-queue';
import { partitionOf } from '../writing/murmur2';
import type { AppendPart } from './append-part';
import { Appends } from './appends';
import { asUnavailable } from './kafka-errors';
import { KafkaLink } from './kafka-link';
import { Lanes } from './lanes';
import { Leading } from './leading';
import { Names } from './names';
import { Sender } from './sender';
import { ByteWriter } from './wire/byte-writer';

const NAME = 'issues';
const [WELL, SICK, ALSO_WELL] = [0, 1, 2];
const [NOT_LEADER, NOT_ENOUGH_REPLICAS, TIMED_OUT, REFUSED] = [6, 19, 7, 29];

interface Kafka {
  /** The brokers that lead the partitions of `issues`. */
  leaders?: readonly number[];
  topicCode?: number;
  /** What is said of partition 1; a promise while nothing is. */
  code?: number | Promise<number>;
}

const keyOf = (partition: number): string => {
  for (let n = 0; ; n++) if (partitionOf(`k${n}`, 3) === partition) return `k${n}`;
};
const eventsOf = (partition: number) => sampleEvents(keyOf(partition), 1);
const at = (partition: number, offset = 7) => ({ topic: NAME, partition, offset });

let kafka: Kafka;
/** Of each request the partitions that were in it. */
let requests: number[][];
/** How often somebody was asked who leads. */
let looks: number;
let appends: Appends;
let lanes: Lanes;
let said: (string | undefined)[];

beforeEach(() => {
  [kafka, requests, looks, said] = [{}, [], 0, []];
  const insist = async <T>(work: (cluster: Cluster) => Promise<T>): Promise<T> => {
    try {
      return await work(fakeCluster());
    } catch (error) {
      throw asUnavailable(error);
    }
  };
  jest.spyOn(KafkaLink.prototype, 'insist').mockImplementation(insist);
  const names = new Names('');
  const where = { brokers: ['127.0.0.1:1'] };
  const link = new KafkaLink(where, names.topics);
  const leading = new Leading(link, { check: () => undefined });
  lanes = new Lanes(
    { where, names, leading },
    {
      onDoubt: () => undefined,
      onChange: (_, away) => void said.push(away),
      onSilence: (away) => void said.push(away),
    },
  );
  appends = new Appends(new Sender(lanes, { heard: () => undefined }), QUEUE_LIMITS);
});
afterEach(() => {
  lanes.close();
  jest.restoreAllMocks();
});

function fakeCluster(): Cluster {
  const { leaders = [1, 1, 1], topicCode = 0 } = kafka;
  const partitionMetadata = leaders.map((leader, partitionId) => ({ partitionId, leader }));
  const topicMetadata = [{ topic: NAME, topicErrorCode: topicCode, partitionMetadata }];
  const brokers = [1, 2].map((nodeId) => ({ nodeId, host: '127.0.0.1', port: nodeId }));
  const findBroker = async () => ({ connectionPool: { send: answer } });
  return {
    brokerPool: { metadata: { brokers, topicMetadata } },
    refreshMetadata: async () => void (looks += 1),
    findBroker,
  } as unknown as Cluster;
}

async function answer<A>({ request, response }: Cluster.Exchange<A>): Promise<A> {
  const { buffer } = await request.encode();
  const asked = [WELL, SICK, ALSO_WELL].filter((partition) => buffer.includes(keyOf(partition)));
  requests.push(asked);
  const code = asked.includes(SICK) ? await (kafka.code ?? 0) : 0;
  const bytes = new ByteWriter().int32(asked.length);
  for (const partition of asked)
    bytes
      .text(NAME)
      .int32(1)
      .int32(partition)
      .int16(partition === SICK ? code : 0)
      .int64(7)
      .int64(0)
      .int64(0);
  return response.decode(bytes.written());
}

const append = (partition: number) => appends.all(NAME, eventsOf(partition));
const appendBoth = () => Promise.allSettled([append(WELL), append(SICK)]);
const failed = (reason: unknown) => ({ status: 'rejected', reason });

describe('a caller whose partition failed', () => {
  it('rule 3: fails alone when the partition has no leader', async () => {
    kafka.leaders = [1, -1, 1];
    const [well, sick] = await appendBoth();
    expect(well).toMatchObject({ value: [at(WELL)] });
    expect(sick).toEqual(failed(new Unavailable('Kafka is away: issues/1 has no leader')));
    expect(said).toEqual([]);
  });

  it('rule 3: fails alone when too few replicas are in sync, after some tries that nobody else waits for', async () => {
    kafka.code = NOT_ENOUGH_REPLICAS;
    const sick = append(SICK);
    await append(WELL);
    expect(requests).toHaveLength(1);
    await expect(sick).rejects.toThrow(Unavailable);
    expect([requests.length, said]).toEqual([3, []]);
  });

  it('rule 3: fails alone, and at once, when replicas were too slow', async () => {
    kafka.code = TIMED_OUT;
    const [well, sick] = await appendBoth();
    expect(well).toMatchObject({ value: [at(WELL)] });
    expect(sick).toEqual(failed(expect.any(Unavailable)));
    expect([requests.length, said]).toEqual([1, []]);
  });

  it('is not tried again by the same way where no answer came: the way has tried by itself, and each try may have written it', async () => {
    kafka.code = Promise.reject(new KafkaJSConnectionError('Closed connection'));
    await expect(append(SICK)).rejects.toThrow(Unavailable);
    expect(requests).toHaveLength(1);
  });

  it('is told apart from a Kafka where no broker takes what is appended: whoever is asked whether it is ready must know', async () => {
    expect(lanes.areAway).toBe(false);
    await append(WELL);
    expect(lanes.areAway).toBe(false);
    const lane = await lanes.to({ topic: NAME, partition: WELL } as AppendPart);
    jest.spyOn(lane, 'isAway', 'get').mockReturnValue(true);
    expect(lanes.areAway).toBe(true);
  });

  it('is told apart from a Kafka of which one broker hangs, though nothing was appended to the others yet', async () => {
    kafka.leaders = [1, 2, 1];
    await append(WELL);
    const hang = async (partition: number): Promise<void> => {
      const lane = await lanes.to({ topic: NAME, partition } as AppendPart);
      jest.spyOn(lane, 'isAway', 'get').mockReturnValue(true);
    };
    await hang(WELL);
    expect(lanes.areAway).toBe(false);
    await hang(SICK);
    expect(lanes.areAway).toBe(true);
  });

  it('rule 3: hears of each event what became of it, where it asks for that', async () => {
    kafka.code = TIMED_OUT;
    const both = [...eventsOf(WELL), ...eventsOf(SICK), ...eventsOf(WELL)];
    const told = await appends.each(NAME, both);
    expect(told).toEqual([at(WELL, 7), expect.any(Unavailable), at(WELL, 8)]);
  });

  it('rule 3: hears why its topic is refused, which is no bug', async () => {
    kafka.topicCode = REFUSED;
    const error: unknown = await append(SICK).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({
      message: expect.stringContaining('KAFKA_USERNAME needs'),
    });
    expect(requests).toEqual([]);
  });

  it('goes on where its partition has moved to', async () => {
    let code = NOT_LEADER;
    kafka = {
      get code() {
        const now = code;
        [code, kafka.leaders] = [0, [1, 2, 1]];
        return now;
      },
    };
    expect(await append(SICK)).toEqual([at(SICK)]);
    expect(requests).toEqual([[SICK], [SICK]]);
  });
});

test('who leads is asked once a minute, whatever the brokers say of themselves', async () => {
  for (const _ of [1, 2]) await append(WELL);
  expect(looks).toBe(1);
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + 61_000);
  for (const _ of [1, 2]) await append(WELL);
  expect(looks).toBe(2);
});

describe('a caller whose partition is well', () => {
  const silence = () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    kafka.code = promise;
    return resolve;
  };

  it('rule 3: does not wait for another broker that hangs, neither with the same append nor with the next', async () => {
    kafka.leaders = [1, 2, 1];
    const answers = silence();
    const sick = append(SICK);
    const told = await appends.each(NAME, [...eventsOf(SICK), ...eventsOf(WELL)]);
    expect(told).toEqual([expect.any(Promise), at(WELL)]);
    for (const _ of [1, 2, 3]) expect(await append(WELL)).toEqual([at(WELL)]);
    answers(0);
    expect(await sick).toEqual([at(SICK)]);
    expect(await told[0]).toEqual(at(SICK, 8));
  });

  it('rule 3: does not wait for one of the same broker whose replicas were late when it was written last', async () => {
    kafka.code = TIMED_OUT;
    await expect(append(SICK)).rejects.toThrow(Unavailable);
    await expect(append(SICK)).rejects.toThrow('replicas of issues/1 are late');
    const answers = silence();
    jest.spyOn(performance, 'now').mockReturnValue(Infinity);
    const [sick, well] = [append(SICK), append(WELL)];
    expect(await well).toEqual([at(WELL)]);
    expect(requests).toEqual([[SICK], [SICK], [WELL]]);
    answers(0);
    expect(await sick).toEqual([at(SICK)]);
    await Promise.all([append(SICK), append(WELL)]);
    expect(requests.slice(3)).toEqual([[WELL, SICK]]);
  });

  it('what is appended to a broker in one turn is one request', async () => {
    await Promise.all([append(WELL), append(ALSO_WELL), append(WELL)]);
    expect(requests).toEqual([[WELL, ALSO_WELL]]);
  });

  it('what waited for the request before is one request, whichever partitions were in that', async () => {
    const answers = silence();
    const first = append(SICK);
    while (requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const others = [append(WELL), append(SICK), append(ALSO_WELL)];
    answers(0);
    await Promise.all([first, ...others]);
    expect(requests).toEqual([[SICK], [WELL, SICK, ALSO_WELL]]);
  });
});
