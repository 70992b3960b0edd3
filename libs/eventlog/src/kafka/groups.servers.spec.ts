import { Kafka, logLevel, type PartitionAssigner } from 'kafkajs';
import type { EventLog } from '../event-log';
import { idsOf, sampleEvent, sampleEvents, Seen } from '../testing';
import { typeOf } from './kafka-errors';
import { testBrokers } from './testing/test-brokers';
import { TcpProxy } from './testing/tcp-proxy';
import { withKafka } from './testing/test-kafka';

const keys = Array.from({ length: 40 }, (_, n) => `agent_${n}`);

/** A member that notes who handles which partition, and when two do at once. */
function member(log: EventLog, name: string, notes: Notes) {
  return log.consume('observations', 'group', async (records, { partition }) => {
    if (notes.busy.has(partition)) notes.overlaps += 1;
    notes.busy.add(partition);
    await new Promise((resolve) => setImmediate(resolve));
    notes.busy.delete(partition);
    notes.owners.set(partition, name);
    notes.seen.take(records);
  });
}

class Notes {
  readonly busy = new Set<number>();
  readonly owners = new Map<number, string>();
  readonly seen = new Seen();
  overlaps = 0;
}

/** Appends until records of every partition were handled by whom `fits` says. */
async function until(log: EventLog, notes: Notes, fits: (owners: string[]) => boolean) {
  for (let n = 0; !fits([...notes.owners.values()]); n++) {
    notes.owners.clear();
    const events = keys.map((key) => sampleEvent(`${key}-${n}`, n));
    await log.append('observations', events);
    await notes.seen.all(events.map((e) => e.meta.id));
  }
}

const names = (owners: string[]): string => [...new Set(owners)].sort().join();

describe('members of a group in several processes', () => {
  it('share the partitions, each with one member at a time, while members come and go', () =>
    withKafka(async ({ open }) => {
      const logs = await Promise.all([open(), open(), open()]);
      const notes = new Notes();
      const [a, b, c] = logs;
      if (!a || !b || !c) throw new Error('three logs were opened');
      const first = member(a, 'a', notes);
      await until(a, notes, (owners) => names(owners) === 'a');
      member(b, 'b', notes);
      member(c, 'c', notes);
      await until(a, notes, (owners) => names(owners) === 'a,b,c');
      await first.close();
      await until(a, notes, (owners) => names(owners) === 'b,c');
      expect(notes.overlaps).toBe(0);
    }));

  it('takes over what a member had that is not heard of any more', () =>
    withKafka(async ({ open }) => {
      const [host = '', port = ''] = (testBrokers()[0] ?? '').split(':');
      const proxy = await TcpProxy.to(host, Number(port));
      const [well, frozen] = [await open(), await open({ address: () => proxy.address })];
      const notes = new Notes();
      member(frozen, 'frozen', notes);
      await until(well, notes, (owners) => names(owners) === 'frozen');
      member(well, 'well', notes);
      await until(well, notes, (owners) => names(owners) === 'frozen,well');
      proxy.mute();
      await until(well, notes, (owners) => names(owners) === 'well');
      proxy.mend();
      await until(well, notes, (owners) => names(owners) === 'frozen,well');
      await frozen.close();
      await proxy.close();
    }));

  it('handles every record in the order of its key while members come and go under load', () =>
    withKafka(async ({ open }) => {
      const [a, b] = [await open(), await open()];
      const handled = new Set<string>();
      const all = Promise.withResolvers<void>();
      const join = (log: EventLog) =>
        log.consume(
          'observations',
          'group',
          async (records) => {
            for (const id of idsOf(records)) handled.add(id);
            if (handled.size === keys.length * 120) all.resolve();
          },
          { batch: 20 },
        );
      join(a);
      for (let round = 0; round < 6; round++) {
        const guest = join(b);
        for (let n = 0; n < 20; n++) {
          await a.append(
            'observations',
            keys.map((key) => sampleEvent(key, round * 20 + n)),
          );
        }
        await guest.close();
      }
      await all.promise;
      for (const key of keys) {
        const inOrder = [...handled].filter((id) => id.startsWith(`${key}-`));
        expect(inOrder).toEqual(sampleEvents(key, 120).map((e) => e.meta.id));
      }
    }));

  it('know a member whose join was cut off as one, and nobody waits for a ghost', () =>
    withKafka(async ({ open, options }) => {
      const [host = '', port = ''] = (testBrokers()[0] ?? '').split(':');
      const proxy = await TcpProxy.to(host, Number(port));
      const [well, cutOff] = [await open(), await open({ address: () => proxy.address })];
      const admin = new Kafka({
        brokers: [...options.brokers],
        logLevel: logLevel.NOTHING,
      }).admin();
      await admin.connect();
      const members = async (): Promise<number> => {
        const { groups } = await admin.describeGroups([`${options.prefix}group`]);
        return groups[0]?.members.length ?? 0;
      };
      const [busy, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      well.consume('policies', 'group', async () => {
        busy.resolve();
        await free.promise;
      });
      await well.append('policies', sampleEvents('a', 1));
      await busy.promise;
      const joining = cutOff.consume('policies', 'group', async () => undefined);
      while ((await members()) !== 2) await new Promise((resolve) => setImmediate(resolve));
      const asked = proxy.asked;
      proxy.mend();
      while (proxy.asked === asked) await new Promise((resolve) => setImmediate(resolve));
      expect(await members()).toBe(2);
      // What is closed while it waits leaves: nobody waits for it, either.
      await joining.close();
      expect(await members()).toBe(1);
      free.resolve();
      await admin.disconnect();
      await proxy.close();
    }));

  it('says that a consumer is lost for good, and does not try for ever, when Kafka refuses it', () =>
    withKafka(async ({ open, options }) => {
      const other: PartitionAssigner = () => ({
        name: 'another way to share',
        version: 0,
        assign: async () => [],
        protocol: () => ({ name: 'another way to share', metadata: Buffer.alloc(6) }),
      });
      const kafka = new Kafka({ brokers: [...options.brokers], logLevel: logLevel.NOTHING });
      const groupId = `${options.prefix}group`;
      const lost = Promise.withResolvers<Error>();
      const log = await open({ onLost: lost.resolve });
      const stranger = kafka.consumer({ groupId, partitionAssigners: [other] });
      const joined = new Promise((resolve) => stranger.on('consumer.group_join', resolve));
      await stranger.subscribe({ topic: `${options.prefix}policies` });
      await stranger.run({ eachMessage: async () => undefined });
      await joined;
      log.consume('policies', 'group', async () => undefined);
      expect(typeOf(await lost.promise)).toBe('INCONSISTENT_GROUP_PROTOCOL');
      await stranger.disconnect();
    }));

  it('a group of which nothing is stored yet, and one whose progress lives elsewhere, are told apart from one that is at 0', () =>
    withKafka(async ({ open, options }) => {
      const log = await open();
      await log.append('policies', sampleEvents('a', 4));
      const seen = new Seen();
      const elsewhere = { load: async () => 1, save: async () => undefined };
      const take = async (r: readonly Seen['records'][number][]) => seen.take(r);
      log.consume('policies', 'projection', take, { progress: elsewhere });
      await seen.count(3);
      const admin = new Kafka({ brokers: [...options.brokers] }).admin();
      await admin.connect();
      const groupId = `${options.prefix}projection`;
      const topics = [`${options.prefix}policies`];
      const stored = async () => {
        const [topic] = await admin.fetchOffsets({ groupId, topics });
        return topic?.partitions[0]?.offset;
      };
      while ((await stored()) !== '4') await new Promise((resolve) => setTimeout(resolve, 100));
      await admin.disconnect();
      expect(await log.committed('policies', 'projection')).toEqual([0]);
    }));
});
