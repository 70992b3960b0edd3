import type { Topic } from '@parapet/contracts';
import type Cluster from 'kafkajs/src/cluster';
import { sampleEvent } from '../testing';
import { encodeEvent } from './cloud-events';
import type { KafkaLink } from './kafka-link';
import { Names } from './names';
import type { PartitionFeed } from './partition-feed';
import { Poller } from './poller';
import { ByteReader } from './wire/byte-reader';
import { ByteWriter } from './wire/byte-writer';
import { encodeBatch } from './wire/record-batch';

const KEPT_BACK = Buffer.alloc(0);
const NOT_LEADER = 6;
const REVOKED = 29;

interface Asked {
  readonly name: string;
  readonly from: number;
}

/** How long a fetch lets the broker wait (ms). */
const heldFor = (bytes: Buffer): number => {
  const from = new ByteReader(bytes);
  from.skip(4);
  return from.int32();
};

/** What a fetch asks for, in its order. */
function asked(bytes: Buffer): readonly Asked[] {
  const from = new ByteReader(bytes);
  from.skip(25);
  const topics = from.array(() => {
    const topic = from.text();
    return from.array(() => {
      const partition = from.int32();
      const offset = from.skip(4).int64();
      from.skip(12);
      return { name: `${topic}/${partition}`, from: offset };
    });
  });
  return topics.flat();
}

function batchAt(offset: number): Buffer {
  const batch = encodeBatch([encodeEvent(sampleEvent('a', offset), 'issues')], 0);
  batch.writeBigInt64BE(BigInt(offset));
  return batch;
}

/** What a partition brings, or by what code Kafka says why it does not. */
type Filled = Buffer | number;

/** A broker that has always more in busy partitions, and answers as `fill` says; one that is to wait for long does so for ever. */
function polled(fill: (asked: readonly Asked[]) => readonly Filled[], leaders: readonly number[]) {
  const partitionMetadata = leaders.map((_, partitionId) => ({
    partitionId,
    get leader() {
      return leaders[partitionId];
    },
  }));
  const topicMetadata = ['issues', 'agents'].map((topic) => {
    return { topic, topicErrorCode: 0, partitionMetadata };
  });
  const send = async ({ request, response }: Cluster.Exchange<unknown>) => {
    const { buf } = await request.encode();
    const wanted = asked(buf);
    if (heldFor(buf) > 250) await held();
    const filled = fill(wanted);
    const to = new ByteWriter().int32(0).int16(0).int32(0).int32(wanted.length);
    for (const [n, { name }] of wanted.entries()) {
      const [topic = '', partition] = name.split('/');
      const one = filled[n] ?? KEPT_BACK;
      const [code, answer] = typeof one === 'number' ? [one, KEPT_BACK] : [0, one];
      to.text(topic).int32(1).int32(Number(partition)).int16(code).int64(0).int64(0).int64(0);
      to.int32(0).int32(-1).int32(answer.length).raw(answer);
    }
    await new Promise((resolve) => setImmediate(resolve));
    return response.decode(to.written());
  };
  const broker = { nodeId: 1, connectionPool: { send } };
  const cluster = { brokerPool: { metadata: { topicMetadata } }, findBroker: async () => broker };
  let cut = Promise.withResolvers<never>();
  const holding = Promise.withResolvers<void>();
  const held = (): Promise<never> => {
    holding.resolve();
    return cut.promise;
  };
  const link = {
    uses: 0,
    use: async (work: (c: unknown) => Promise<unknown>) => {
      link.uses += 1;
      return work(cluster);
    },
    cut: () => {
      cut.reject(new Error('given up'));
      cut = Promise.withResolvers();
    },
  };
  const poller = new Poller(link as unknown as KafkaLink, new Names(''));
  const open = (topic: Topic, partition: number): PartitionFeed => {
    const feed = poller.open(topic, partition);
    feed.start(0);
    return feed;
  };
  return { poller, open, link, holding: holding.promise };
}

const { signal } = new AbortController();

/** Reads on as long as there is something: the partition is busy. */
async function keepBusy(feed: PartitionFeed, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && feed.end !== undefined) {
    feed.slice(feed.end - 1, 1);
    await feed.beyond(feed.end, stop);
  }
}

describe('Poller', () => {
  it('brings a batch that Kafka hands out only in the first place, however busy the other partitions are', async () => {
    // As Kafka does it: what is larger than a partition may bring comes only while nothing else has.
    const { poller, open } = polled(
      (wanted) =>
        wanted.map(({ name, from }, n) => {
          const large = name === 'issues/2';
          return large && n > 0 ? KEPT_BACK : batchAt(from);
        }),
      [1, 1, 1],
    );
    const stop = new AbortController();
    const busy = [open('issues', 0), open('agents', 0), open('issues', 1)];
    const reading = busy.map((feed) => keepBusy(feed, stop.signal));
    const large = open('issues', 2);
    await large.beyond(0, signal);
    expect(large.end).toBeGreaterThan(0);
    stop.abort();
    poller.close();
    await Promise.all(reading);
  });

  it('goes on with the others when what a partition brought cannot be read', async () => {
    const unreadable = batchAt(0).subarray(0, 17);
    unreadable.writeInt32BE(5, 8);
    const { poller, open } = polled(
      (wanted) =>
        wanted.map(({ name, from }) => (name === 'issues/0' ? unreadable : batchAt(from))),
      [1, 1, 1],
    );
    const [bad, well] = [open('issues', 0), open('issues', 1)];
    await Promise.all([bad.beyond(0, signal), well.beyond(0, signal)]);
    expect(bad.end).toBeUndefined();
    expect(well.end).toBeGreaterThan(0);
    poller.close();
  });

  it('goes on with the others while a partition has no leader', async () => {
    const fill = (wanted: readonly Asked[]) => wanted.map(({ from }) => batchAt(from));
    const { poller, open } = polled(fill, [-1, 1, 1]);
    const [unled, well] = [open('issues', 0), open('issues', 1)];
    await well.beyond(0, signal);
    expect(well.end).toBeGreaterThan(0);
    expect(unled.end).toBe(0);
    poller.close();
  });

  it('asks the new leader of a partition also where only somebody else was told that it has moved', async () => {
    const leaders = [1, 1];
    let fetches = 0;
    // It moves while nobody looks for leaders, and the old one does not say so. The new one is asked for that partition alone.
    const { poller, open } = polled((wanted) => {
      if (++fetches === 3) leaders[1] = 2;
      const moved = wanted.every(({ name }) => name === 'issues/1');
      return wanted.map(({ from }) => (moved ? batchAt(from) : KEPT_BACK));
    }, leaders);
    const [, moved] = [open('issues', 0), open('issues', 1)];
    await moved.beyond(0, signal);
    expect(moved.end).toBeGreaterThan(0);
    poller.close();
  });

  it('lets readers ask for themselves, who say why, when no look at the leaders helps, and goes on with the others', async () => {
    const { poller, open } = polled(
      (wanted) => wanted.map(({ name, from }) => (name === 'issues/0' ? REVOKED : batchAt(from))),
      [1, 1, 1],
    );
    const [revoked, well] = [open('issues', 0), open('issues', 1)];
    await Promise.all([revoked.beyond(0, signal), well.beyond(0, signal)]);
    expect(revoked.end).toBeUndefined();
    expect(well.end).toBeGreaterThan(0);
    poller.close();
  });

  // Of the second one it is looked who leads it, and then that one is asked: a second passes with every other use.
  it.each([
    ['has no leader', [-1, 1, 1], 1_000],
    ['is refused by who is said to lead it', [1, 1, 1], 500],
  ])('does so too when a partition %s for long', async (_, leaders, msOfUse) => {
    const fill = (wanted: readonly Asked[]) => wanted.map(() => NOT_LEADER);
    const { poller, open, link } = polled(fill, leaders);
    // Others look at the clock as well: it goes on only with what the poller does.
    const now = () => link.uses * msOfUse;
    const clock = jest.spyOn(performance, 'now').mockImplementation(now);
    const unled = open('issues', 0);
    await unled.beyond(0, signal);
    expect([unled.end, now()]).toEqual([undefined, 4_000]);
    poller.close();
    clock.mockRestore();
  });

  it('lets a broker wait for longer after nothing has come for a while, until somebody wants another partition', async () => {
    const fill = (wanted: readonly Asked[]) =>
      wanted.map(({ name, from }) => (name === 'issues/0' ? KEPT_BACK : batchAt(from)));
    const { poller, open, holding } = polled(fill, [1, 1, 1]);
    open('issues', 0);
    await holding;
    const well = open('issues', 1);
    await well.beyond(0, signal);
    expect(well.end).toBeGreaterThan(0);
    poller.close();
  });
});
