import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '@parapet/contracts';
import { startKafkas } from '../../../../tools/servers/index.mjs';
import { awake } from '../../../../tools/test/awake.mjs';
import type { EventLog } from '../event-log';
import { idsOf, readAll, sampleEvent } from '../testing';
import { partitionOf } from '../writing/murmur2';
import { withAdmin } from './kafka-admin';
import { TcpProxy } from './testing/tcp-proxy';
import { type TestKafka, withKafka } from './testing/test-kafka';

const [WELL, SICK] = [1, 2];
/** What an append takes at most on a machine that is busy with other tests. */
const SOON_MS = 1_000;

let brokers: Awaited<ReturnType<typeof startKafkas>>;
let proxy: TcpProxy;

beforeAll(async () => {
  brokers = await startKafkas(2);
});
afterAll(async () => {
  for (const broker of brokers.toReversed()) await broker.close();
});
beforeEach(async () => {
  proxy = await TcpProxy.to('127.0.0.1', brokers[1]?.port ?? 0);
});
afterEach(() => proxy.close());

/** A log in two brokers, of which the second is reached by way of the proxy, and a key that each of them leads. */
function withTwo(
  test: (log: EventLog, keys: { well: string; sick: string }, kafka: TestKafka) => Promise<void>,
  replication = 1,
): Promise<void> {
  const throughProxy = (host: string, port: number) =>
    port === brokers[1]?.port ? proxy.address : { host, port };
  return withKafka(
    async (kafka) => {
      const log = await kafka.open({ address: throughProxy });
      const [well, sick] = [await keyOf(kafka, WELL), await keyOf(kafka, SICK)];
      await test(log, { well, sick }, kafka);
      proxy.mend();
    },
    { replication, brokers: brokers.toReversed().map((broker) => broker.brokers) },
  );
}

async function keyOf({ options }: TestKafka, nodeId: number): Promise<string> {
  const topics = [`${options.prefix}observations`];
  const told = await withAdmin(options, (admin) => admin.fetchTopicMetadata({ topics }));
  const partitions = told.topics[0]?.partitions ?? [];
  for (let n = 0; ; n++) {
    const partition = partitionOf(`key${n}`, partitions.length);
    if (partitions.find((p) => p.partitionId === partition)?.leader === nodeId) return `key${n}`;
  }
}

const timed = async (work: Promise<unknown>): Promise<{ error: unknown; ms: number }> => {
  const ended = work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { result, ms } = await awake<unknown>(() => ended);
  return { error: result, ms };
};

describe('while one of two brokers is silent', () => {
  it('rule 3: appends to the other one go on at their ordinary speed, and only its own wait and are refused', () =>
    withTwo(async (log, { well, sick }, kafka) => {
      let n = 0;
      const append = (key: string) => timed(log.append('observations', [sampleEvent(key, n++)]));
      for (const key of [well, sick]) expect((await append(key)).error).toBeUndefined();
      proxy.mute();
      let hung = true;
      const first = append(sick).finally(() => (hung = false));
      const others: { error: unknown; ms: number }[] = [];
      while (hung) {
        others.push(await append(well));
        await pause(10);
      }
      expect((await first).error).toBeInstanceOf(Unavailable);
      expect((await first).ms).toBeLessThan(6_000);
      for (let round = 0; round < 100; round++) {
        const [refused, other] = await Promise.all([append(sick), append(well)]);
        others.push(other, { error: undefined, ms: refused.ms });
        expect(refused.error).toBeInstanceOf(Unavailable);
        await pause(10);
      }
      expect(others.filter(({ error }) => error !== undefined)).toEqual([]);
      expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(SOON_MS);
      proxy.mend();
      while ((await append(sick)).error) await pause(20);
      const stored = idsOf(await readAll(await kafka.open(), 'observations'));
      const ofWell = stored.filter((id) => id.startsWith(`${well}-`));
      expect(ofWell).toHaveLength(others.length - 100 + 1);
      expect(ofWell).toEqual(ofWell.toSorted((a, b) => numberOf(a) - numberOf(b)));
    }));

  it('rule 3: who appends for many hears of the others at once, and of its own when they are known', () =>
    withTwo(async (log, { well, sick }) => {
      const events = [sampleEvent(sick, 0), sampleEvent(well, 0)];
      await log.append('observations', events);
      proxy.mute();
      const told = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { result, ms } = await awake(() => log.appendEach('observations', events));
          const [ofSick, ofWell] = result;
          return { ofSick, ofWell, ms };
        }),
      );
      for (const { ofWell } of told) expect(ofWell).toMatchObject({ topic: 'observations' });
      expect(Math.max(...told.map(({ ms }) => ms))).toBeLessThan(SOON_MS);
      for (const { ofSick } of told) expect(await ofSick).toBeInstanceOf(Unavailable);
    }));

  it('goes on with the other one when Kafka has made that the leader', () =>
    withTwo(async (log, { sick }) => {
      let n = 0;
      const append = () => timed(log.append('observations', [sampleEvent(sick, n++)]));
      expect((await append()).error).toBeUndefined();
      const [pid = 0] = brokers[1]?.pids() ?? [];
      process.kill(pid, 'SIGSTOP');
      try {
        const until = performance.now() + 20_000;
        let inRow = 0;
        while (inRow < 20 && performance.now() < until) {
          const { error, ms } = await append();
          inRow = error || ms >= SOON_MS ? 0 : inRow + 1;
          if (error) await pause(20);
        }
        expect(inRow).toBe(20);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
    }, 2));
});

const numberOf = (id: string): number => Number(id.split('-').at(-1));
