import { type EventToAppend, Unavailable } from '@parapet/contracts';
import { awake } from '../../../../tools/test/awake.mjs';
import { idsOf, readAll, sampleEvent, sampleEvents, Seen } from '../testing';
import type { EventLog } from '../event-log';
import { openKafkaEventLog } from './open-kafka-event-log';
import { testBrokers } from './testing/test-brokers';
import { TcpProxy } from './testing/tcp-proxy';
import { type TestKafka, withKafka } from './testing/test-kafka';

/** A log that reaches Kafka through a proxy, and one that reaches it directly. */
async function withProxy(
  test: (log: EventLog, proxy: TcpProxy, kafka: TestKafka) => Promise<void>,
): Promise<void> {
  const [host = '', port = ''] = (testBrokers()[0] ?? '').split(':');
  const proxy = await TcpProxy.to(host, Number(port));
  try {
    await withKafka(async (kafka) => {
      const log = await kafka.open({ address: () => proxy.address });
      await test(log, proxy, kafka);
      proxy.mend();
    });
  } finally {
    await proxy.close();
  }
}

/** What `work` answers, asked again for as long as Kafka is away. */
const answered = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
};

const appended = (log: EventLog, event: EventToAppend): Promise<unknown> =>
  answered(() => log.append('policies', [event]));

const timed = async (work: () => Promise<unknown>): Promise<{ error: unknown; ms: number }> => {
  const { result, ms } = await awake<unknown>(() => work().catch((e: unknown) => e));
  return { error: result, ms };
};

/** Brokers of which the one that is named first hangs, and what makes it hang. */
async function firstHangs(): Promise<{ proxy: TcpProxy; brokers: readonly string[] }> {
  const [real = ''] = testBrokers();
  const [host = '', port = ''] = real.split(':');
  const proxy = await TcpProxy.to(host, Number(port));
  proxy.mute();
  const brokers = [`${proxy.address.host}:${proxy.address.port}`, real];
  return { proxy, brokers };
}

describe('while Kafka is away', () => {
  it('rule 3: the first append waits no longer than 3 s for a Kafka that hangs, all others are refused at once', () =>
    withProxy(async (log, proxy) => {
      await log.append('policies', sampleEvents('a', 1));
      proxy.mute();
      const first = await timed(() => log.append('policies', [sampleEvent('b', 1)]));
      expect(first.error).toBeInstanceOf(Unavailable);
      expect(first.ms).toBeLessThan(6_000);
      const rest = await Promise.all(
        sampleEvents('c', 200).map((event) => timed(() => log.append('policies', [event]))),
      );
      expect(rest.every(({ error }) => error instanceof Unavailable)).toBe(true);
      expect(Math.max(...rest.map(({ ms }) => ms))).toBeLessThan(1_000);
      for (const ask of [() => log.ends('policies'), () => log.ping()])
        expect((await timed(ask)).ms).toBeLessThan(1_000);
    }));

  it('refuses at once when connections break, and appends again by itself when Kafka is back', () =>
    withProxy(async (log, proxy) => {
      await log.append('policies', sampleEvents('a', 1));
      proxy.cut();
      const { error, ms } = await timed(() => log.append('policies', [sampleEvent('b', 0)]));
      expect(error).toBeInstanceOf(Unavailable);
      expect(ms).toBeLessThan(3_000);
      proxy.mend();
      const back = await timed(() => appended(log, sampleEvent('c', 0)));
      expect(back.ms).toBeLessThan(10_000);
      const stored = await answered(() => readAll(log, 'policies'));
      expect(idsOf(stored)).toEqual(expect.arrayContaining(['a-0', 'c-0']));
    }));

  it('rule 3: refuses at once what is appended although nothing was appended before', () =>
    withProxy(async (log, proxy) => {
      proxy.cut();
      const { error, ms } = await timed(() => log.append('policies', [sampleEvent('a', 0)]));
      expect(error).toBeInstanceOf(Unavailable);
      expect(ms).toBeLessThan(3_000);
      for (const event of sampleEvents('b', 10)) {
        const next = await timed(() => log.append('policies', [event]));
        expect(next.error).toBeInstanceOf(Unavailable);
        expect(next.ms).toBeLessThan(500);
      }
    }));

  it('loses nothing that it acknowledged, however often connections break', () =>
    withProxy(async (log, proxy, kafka) => {
      const acknowledged: string[] = [];
      let on = true;
      const load = Array.from({ length: 8 }, async (_, worker) => {
        for (let n = 0; on; n++) {
          const event = sampleEvent(`key${worker}`, n);
          const positions = await log.append('observations', [event]).catch(() => []);
          if (positions.length > 0) acknowledged.push(event.meta.id);
          else await new Promise((resolve) => setTimeout(resolve, 5));
        }
      });
      for (let round = 0; round < 5; round++) {
        await appended(log, sampleEvent('round', round));
        proxy.mend();
      }
      await appended(log, sampleEvent('last', 0));
      on = false;
      await Promise.all(load);
      const direct = await kafka.open();
      const stored = new Set(idsOf(await readAll(direct, 'observations')));
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    }));

  it('consumers, followers and tails go on by themselves, in order and without a gap', () =>
    withProxy(async (log, proxy, kafka) => {
      const direct = await kafka.open();
      const [consumed, followed, tailed] = [new Seen(), new Seen(), new Seen()];
      log.consume('policies', 'group', async (records) => consumed.take(records));
      const follower = log.follow('policies', (record) => followed.take([record]));
      log.tail('policies', [0], tailed.take);
      await direct.append('policies', sampleEvents('a', 3));
      await Promise.all([consumed, followed, tailed].map((seen) => seen.count(3)));
      proxy.cut();
      await direct.append('policies', sampleEvents('b', 600));
      await expect(follower.caughtUp(100)).rejects.toThrow(Unavailable);
      proxy.mend();
      const all = [...sampleEvents('a', 3), ...sampleEvents('b', 600)].map((e) => e.meta.id);
      await Promise.all([consumed, followed, tailed].map((seen) => seen.all(all)));
      await appended(log, sampleEvent('c', 0));
      await follower.caughtUp();
      expect(followed.ids).toEqual([...all, 'c-0']);
      expect([...new Set(consumed.ids)].slice(0, all.length)).toEqual(all);
    }));

  it('closes within 5 s, with consumers and appends on their way', () =>
    withProxy(async (log, proxy) => {
      const seen = new Seen();
      log.consume('policies', 'group', async (records) => seen.take(records));
      log.follow('issues', () => undefined);
      await log.append('policies', sampleEvents('a', 1));
      await seen.count(1);
      proxy.mute();
      const waiting = log.append('policies', [sampleEvent('b', 0)]).catch((e: unknown) => e);
      const { ms } = await timed(() => log.close());
      expect(ms).toBeLessThan(8_000);
      expect(await waiting).toBeInstanceOf(Unavailable);
    }));

  it('opens, appends and hands out within seconds while the broker that is named first hangs', async () => {
    const { proxy, brokers } = await firstHangs();
    const worked = async ({ open }: TestKafka): Promise<void> => {
      const seen = new Seen();
      const { ms } = await timed(async () => {
        const log = await open();
        log.consume('policies', 'group', async (records) => seen.take(records));
        await appended(log, sampleEvent('a', 0));
        await seen.count(1);
      });
      proxy.mend();
      expect(seen.ids).toContain('a-0');
      expect(ms).toBeLessThan(20_000);
    };
    await withKafka(worked, { brokers });
    expect(proxy.asked).toBeGreaterThan(0);
    await proxy.close();
  });

  it('asks a broker last that was asked before and hung', async () => {
    const { proxy, brokers } = await firstHangs();
    await withKafka(
      async ({ open }) => {
        await open();
        const { asked } = proxy;
        expect(asked).toBeGreaterThan(0);
        const { ms } = await timed(async () => {
          const log = await open();
          await log.append('policies', [sampleEvent('a', 0)]);
        });
        expect(ms).toBeLessThan(3_000);
        expect(proxy.asked).toBe(asked);
      },
      { brokers },
    );
    await proxy.close();
  });

  it('lets a consumer be closed within 5 s while what it asked for hangs', () =>
    withProxy(async (log, proxy) => {
      const begun = Promise.withResolvers<void>();
      const load = async (): Promise<number> => {
        proxy.mute();
        begun.resolve();
        return 0;
      };
      const progress = { load, save: async () => undefined };
      const consumer = log.consume('policies', 'group', async () => undefined, { progress });
      await begun.promise;
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect((await timed(() => consumer.close())).ms).toBeLessThan(5_000);
    }));

  it('waits for a Kafka that is not there yet, saying so once, until it is told to stop', async () => {
    const stop = new AbortController();
    const said: string[] = [];
    const waited = Promise.withResolvers<void>();
    const logger = {
      warn: (_: object, message: string) => {
        said.push(message);
        waited.resolve();
      },
      error: () => undefined,
    };
    const proxy = await TcpProxy.to('127.0.0.1', 1);
    proxy.cut();
    const { host, port } = proxy.address;
    const brokers = [`${host}:${port}`];
    const opening = openKafkaEventLog({ brokers, logger, signal: stop.signal });
    await waited.promise;
    stop.abort(new Error('told to stop'));
    await expect(opening).rejects.toThrow('told to stop');
    expect(said).toEqual(['Kafka is not ready: waiting for it']);
    await proxy.close();
  });
});
