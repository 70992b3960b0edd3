import type { EventLog } from '../event-log';
import { sampleEvents, Seen } from '../testing';
import { withAdmin } from './kafka-admin';
import { testBrokers } from './testing/test-brokers';
import { TcpProxy } from './testing/tcp-proxy';
import { type TestKafka, withKafka } from './testing/test-kafka';

const [name, group] = ['policies', 'group'] as const;
const OTHER = 'policies/0/2 was a-2 and is b-2: it is another log than before';

/** While `log` is cut off: puts another topic in the place of the one that it read, with more in it. */
async function replace({ open, options }: TestKafka): Promise<void> {
  const topics = [`${options.prefix}${name}`];
  await withAdmin(options, async (admin) => {
    await admin.deleteTopics({ topics });
    // Who asks for it too soon is told of the old one.
    for (let there = topics; topics.some((topic) => there.includes(topic));)
      there = await admin.listTopics();
  });
  const restored = await open();
  await restored.append(name, sampleEvents('b', 20));
}

/** A log that has `a-0` to `a-2` and is replaced between `before` and `after`. */
async function replaced(
  before: (log: EventLog, said: unknown[]) => Promise<void>,
  after: (log: EventLog, said: unknown[]) => Promise<void>,
): Promise<void> {
  const [host = '', port = ''] = (testBrokers()[0] ?? '').split(':');
  const proxy = await TcpProxy.to(host, Number(port));
  const said: unknown[] = [];
  const logger = {
    warn: (fields: object) => void ('err' in fields && said.push(fields.err)),
    error: () => undefined,
  };
  try {
    await withKafka(async (kafka) => {
      const log = await kafka.open({ address: () => proxy.address, logger });
      await log.append(name, sampleEvents('a', 3));
      await before(log, said);
      proxy.cut();
      await replace(kafka);
      proxy.mend();
      await after(log, said);
    });
  } finally {
    await proxy.close();
  }
}

const until = async (test: () => boolean): Promise<void> => {
  while (!test()) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe('a log that was replaced by another one that has more, while Kafka was away', () => {
  it('rule 5: breaks who follows it, hands out nothing of it, and answers no ping', async () => {
    const seen = new Seen();
    const follow = (log: EventLog) => log.follow(name, (record) => seen.take([record]));
    let follower: ReturnType<typeof follow> | undefined;
    await replaced(
      async (log) => {
        follower = follow(log);
        await seen.count(3);
      },
      async (log) => {
        await until(() => follower?.failure() !== undefined);
        expect(follower?.failure()?.message).toContain(OTHER);
        expect(seen.ids).toEqual(['a-0', 'a-1', 'a-2']);
        await expect(log.ping()).rejects.toThrow(OTHER);
      },
    );
  });

  it('rule 5: is not handed to a consumer whose progress lives elsewhere, which says why', async () => {
    const seen = new Seen();
    let next = 0;
    const progress = {
      load: async () => next,
      save: async (_: number, reached: number) => void (next = reached),
    };
    await replaced(
      async (log) => {
        log.consume(name, group, async (records) => seen.take(records), { progress });
        await until(() => next === 3);
      },
      async (_, said) => {
        await until(() => said.some((err) => String(err).includes(OTHER)));
        expect([seen.ids, next]).toEqual([['a-0', 'a-1', 'a-2'], 3]);
      },
    );
  });
});
