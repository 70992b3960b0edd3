import { Controller, type INestMicroservice, type Type } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import { decode, type Recorded, type RecordParked, Unavailable } from '@parapet/contracts';
import { openEmbeddedEventLog } from '../embedded/open-embedded-event-log';
import { type BatchInfo, done, EventLog, type Outcome, park, type Progress } from '../event-log';
import { readAll, strangeEvent as sampleEvent, strangeEvents as sampleEvents } from '../testing';
import { Projection, Reactor } from './consumer.decorators';
import { EventLogModule } from './event-log.module';
import { EventLogServer } from './event-log-server';

const silent = { warn: () => undefined, error: () => undefined };
const idsIn = (records: readonly Recorded[]) => records.map((r) => r.event.id);

/** Projected ids, by the group that saw them. */
const seen = new Map<string, string[]>();
const note = (group: string, records: readonly Recorded[]) =>
  seen.set(group, [...(seen.get(group) ?? []), ...idsIn(records)]);

@Controller()
class Sample {
  constructor(private readonly log: EventLog) {}

  @Projection('policies', 'sample.policies')
  async project(@Payload() records: readonly Recorded[], @Ctx() info: BatchInfo): Promise<void> {
    note(info.group, records);
  }

  /** Every policy event becomes an issue event. */
  @Reactor('policies', 'sample.reactor')
  async react(@Payload() records: readonly Recorded[]): Promise<void> {
    await this.log.append(
      'issues',
      records.map((r, i) => sampleEvent(`issue-${r.event.id}`, i)),
    );
  }

  @Projection('issues', 'sample.issues')
  async projectIssues(@Payload() records: readonly Recorded[], @Ctx() info: BatchInfo) {
    // Slower than the reactor: whoever is idle too early has not seen these.
    for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
    note(info.group, records);
  }
}

@Controller()
class Picky {
  private calls = 0;

  @Reactor('policies', 'picky')
  async pick(@Payload() records: readonly Recorded[]): Promise<readonly Outcome[]> {
    this.calls += 1;
    if (this.calls === 1) throw new Unavailable('away');
    note('picky', records);
    return records.map((r) => (r.event.id === 'a-1' ? park('never') : done));
  }

  @Reactor('issues', 'broken')
  async fail(): Promise<void> {
    throw new RangeError('out of bounds');
  }
}

@Controller()
class Twice {
  @Reactor('policies', 'twice')
  one(): void {}
  @Reactor('policies', 'twice')
  two(): void {}
}

@Controller()
class Resting {
  @Reactor('policies', 'resting.reactor', { restMs: 7 })
  react(): void {}
  @Projection('policies', 'resting.projection', { restMs: 8 })
  project(): void {}
  @Reactor('policies', 'restless')
  hurry(): void {}
}

@Controller()
class Choosy {
  @Projection('policies', 'choosy', { wants: ({ id }) => id.startsWith('a') })
  choose(@Payload() records: readonly Recorded[]): readonly Outcome[] {
    note('choosy', records);
    return records.map((r) => (r.event.id === 'a-1' ? park('never') : done));
  }
}

/** Progress kept in memory, by group and topic. */
const progressIn =
  (saved: Map<string, number>) =>
  (group: string, topic: string): Progress => ({
    load: async (partition) => saved.get(`${group} ${topic}/${partition}`) ?? 0,
    save: async (partition, next) => void saved.set(`${group} ${topic}/${partition}`, next),
  });

async function serve(
  controllers: Type[],
  kinds?: readonly ('projection' | 'reactor')[],
): Promise<{
  app: INestMicroservice;
  log: EventLog;
  server: EventLogServer;
  saved: Map<string, number>;
}> {
  const module = await Test.createTestingModule({
    controllers,
    imports: [
      EventLogModule.forRootAsync({
        useFactory: () =>
          openEmbeddedEventLog({
            path: ':memory:',
            logger: silent,
            delays: { firstMs: 1, maxMs: 2 },
          }),
      }),
    ],
  }).compile();
  const log = module.get(EventLog);
  const saved = new Map<string, number>();
  const server = new EventLogServer(log, {
    progressOf: progressIn(saved),
    ...(kinds && { kinds }),
  });
  const app = module.createNestMicroservice({ strategy: server, logger: false });
  return { app, log, server, saved };
}

describe('EventLogServer', () => {
  beforeEach(() => seen.clear());

  it('hands decoded batches to methods and is idle when all is handled, also what methods appended', async () => {
    const { app, log, server, saved } = await serve([Sample]);
    await app.listen();
    await log.append('policies', sampleEvents('a', 3));
    await server.idle();
    expect(seen.get('sample.policies')).toEqual(['a-0', 'a-1', 'a-2']);
    expect(seen.get('sample.issues')).toHaveLength(3);
    expect(await log.committed('policies', 'sample.reactor')).toEqual([3]);
    expect(await log.committed('policies', 'sample.policies')).toEqual([0]);
    expect(saved.get('sample.policies policies/0')).toBe(3);
    expect(await server.progress()).toContainEqual({
      group: 'sample.issues',
      topic: 'issues',
      done: 3,
      total: 3,
    });
    await app.close();
    await expect(log.ping()).rejects.toThrow(Unavailable);
  });

  it('rule 5: runs only projections for a rebuild, so that nothing is appended again', async () => {
    const { app, log, server } = await serve([Sample], ['projection']);
    await log.append('policies', sampleEvents('a', 2));
    await app.listen();
    await server.idle();
    expect(seen.get('sample.policies')).toEqual(['a-0', 'a-1']);
    expect(await log.ends('issues')).toEqual([0, 0, 0]);
    expect((await server.progress()).map((p) => p.group)).toEqual([
      'sample.policies',
      'sample.issues',
    ]);
    await app.close();
  });

  it('lets reactors and projections rest as long as they say', async () => {
    const { app, log } = await serve([Resting]);
    const consume = jest.spyOn(log, 'consume');
    await app.listen();
    const rests = consume.mock.calls.map(([, group, , options]) => [group, options?.restMs]);
    expect(Object.fromEntries(rests)).toEqual({
      ...{ 'resting.reactor': 7, 'resting.projection': 8, restless: undefined },
    });
    await app.close();
  });

  it('passes on outcomes and errors as the methods gave them', async () => {
    const { app, log, server } = await serve([Picky]);
    await app.listen();
    await log.append('policies', sampleEvents('a', 3));
    await log.append('issues', [sampleEvent('b', 1)]);
    await server.idle();
    const parked = (await readAll(log, 'parked')).map((r) => decode<RecordParked>(r).event.data);
    expect(parked.map((p) => [p.group, p.meta.id, p.reason]).sort()).toEqual([
      ['broken', 'b-1', 'RangeError: out of bounds'],
      ['picky', 'a-1', 'never'],
    ]);
    expect(seen.get('picky')).toEqual(['a-0', 'a-1', 'a-2']);
    await app.close();
  });

  it('parks a record that cannot be decoded, and gives its neighbours to the method', async () => {
    const { app, log, server } = await serve([Picky]);
    await app.listen();
    const [one, two, three] = sampleEvents('c', 3);
    if (!one || !two || !three) throw new Error('three events were made');
    await log.append('policies', [one, { ...two, json: '{"n":' }, three]);
    await server.idle();
    const parked = (await readAll(log, 'parked')).map((r) => decode<RecordParked>(r).event.data);
    expect(parked).toMatchObject([{ group: 'picky', json: '{"n":', key: 'c' }]);
    expect(parked[0]?.reason).toMatch(/^it cannot be decoded: SyntaxError/);
    expect(seen.get('picky')).toEqual(['c-0', 'c-2']);
    await app.close();
  });

  it('does not decode what a method does not want, and goes on behind it', async () => {
    const { app, log, server, saved } = await serve([Choosy]);
    await app.listen();
    const wanted = [sampleEvent('a', 0), sampleEvent('a', 1)];
    const unwanted = { ...sampleEvent('b', 0), key: 'a', json: '{"n":' };
    for (const event of wanted) await log.append('policies', [unwanted, event, unwanted]);
    await server.idle();
    expect(seen.get('choosy')).toEqual(['a-0', 'a-1']);
    const parked = (await readAll(log, 'parked')).map((r) => decode<RecordParked>(r).event.data);
    expect(parked.map((p) => [p.meta.id, p.reason])).toEqual([['a-1', 'never']]);
    expect([...saved.values()]).toContain(6);
    await app.close();
  });

  it('never calls a method with nothing, when no record of a batch can be decoded', async () => {
    const { app, log, server } = await serve([Picky]);
    await app.listen();
    await log.append('policies', [{ ...sampleEvent('d', 1), json: '' }]);
    await server.idle();
    expect(await readAll(log, 'parked')).toHaveLength(1);
    expect(seen.get('picky')).toBeUndefined();
    await app.close();
  });

  it('refuses two handlers of one topic and group', async () => {
    const { app, log } = await serve([Twice]);
    await expect(app.listen()).rejects.toThrow(
      'two handlers consume topic policies as group twice',
    );
    await log.close();
  });

  it('idle does not wait for ever once the consumers are closed', async () => {
    const { app, log, server } = await serve([Sample]);
    await app.listen();
    await server.close();
    await log.append('policies', sampleEvents('a', 1));
    await expect(server.idle()).rejects.toThrow('is closed');
    await app.close();
  });
});
