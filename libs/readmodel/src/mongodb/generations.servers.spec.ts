import { Moved, Unavailable } from '@parapet/contracts';
import type { ReadModel } from '../read-model';
import { KEPT, THINGS } from '../testing/house';
import { Connection } from './connection';
import { GENERATIONS, GenerationRecords } from './generation-records';
import { FreshDatabase, until } from './testing/fresh-database';
import { current, generationsOf, insertAtLast, Writers } from './testing/writers';

let database: FreshDatabase;
beforeEach(async () => (database = await new FreshDatabase().begin()));
afterEach(() => database.discard());

describe('generations in MongoDB', () => {
  it('clients that start together in an empty database answer from one generation', async () => {
    const empty = new FreshDatabase();
    const clients = await Promise.all(Array.from({ length: 5 }, () => empty.client()));
    expect(new Set(clients.map(current)).size).toBe(1);
    const answers = await Promise.all(clients.map((c) => c.insert(THINGS, [{ id: 'a' }])));
    expect(answers.flat().filter(Boolean)).toHaveLength(1);
    await empty.discard();
  });

  it('rule 18: a generation made beside the one that is answered from takes its place in every client', async () => {
    const [one, two, three] = [
      await database.client(),
      await database.client(),
      await database.client(),
    ];
    await one.insert(THINGS, [{ id: 'old' }]);
    await one.insert(KEPT, [{ id: 'kept' }]);
    const before = current(one);
    const heard: string[] = [];
    for (const client of [two, three])
      generationsOf(client).onChange((generation) => heard.push(generation));

    const shadow = await generationsOf(one).shadow();
    await shadow.declare(THINGS);
    await shadow.insert(THINGS, [{ id: 'new' }]);
    expect(await two.get(THINGS, 'new')).toBeUndefined();
    await generationsOf(one).adopt(shadow, async () => {
      await shadow.insert(THINGS, [{ id: 'last' }]);
    });
    await shadow.close();

    await until(() => [one, two, three].every((client) => current(client) !== before));
    expect(new Set([one, two, three].map(current)).size).toBe(1);
    expect(heard).toEqual([current(one), current(one)]);
    for (const client of [one, two, three]) {
      expect([...(await client.getMany(THINGS, ['old', 'new', 'last'])).keys()].sort()).toEqual([
        'last',
        'new',
      ]);
      expect(await client.get(KEPT, 'kept')).toEqual({ id: 'kept' });
    }
    expect((await database.collections()).filter((name) => name.startsWith(before))).toEqual([]);
  });

  it('rule 10: while generations change under load nothing is created twice, and nothing created is lost', async () => {
    const clients = [await database.client(), await database.client(), await database.client()];
    const [first] = clients;
    if (!first) throw new Error('there are three');
    const writers = new Writers(clients);
    for (let round = 0; round < 3; round += 1) {
      await until(() => writers.created.size > (round + 1) * 100);
      const shadow = await generationsOf(first).shadow();
      await shadow.declare(THINGS);
      await generationsOf(first).adopt(shadow, async () => {
        const end = writers.log.length;
        const ids = [...new Set(writers.log.slice(0, end))];
        await shadow.insert(
          THINGS,
          ids.map((id) => ({ id })),
        );
      });
      await shadow.close();
    }
    await writers.stop();

    expect([...writers.created].filter(([, times]) => times > 1)).toEqual([]);
    const created = [...writers.created.keys()];
    expect((await first.getMany(THINGS, created)).size).toBe(created.length);
  });

  it.each([
    ['the whole database', () => database.raw.dropDatabase()],
    ['every collection', () => dropEach(() => true)],
    ['the collection alone', () => dropEach((name) => name.endsWith('.things'))],
    ['the pointer alone', () => dropEach((name) => name === GENERATIONS)],
  ])('rule 10: %s dropped: nothing is created in what is left of it', async (_, drop) => {
    const [one, two] = [await database.client(), await database.client()];
    await one.insert(THINGS, [{ id: 'known' }]);
    const before = current(one);
    await drop();
    const created = async (client: ReadModel): Promise<string> => {
      for (;;) {
        const isNew = await insertAtLast(client, 'known');
        if (current(client) !== before) return current(client);
        expect(isNew).toBe(false);
      }
    };

    const [inOne, inTwo] = await Promise.all([created(one), created(two)]);

    expect(inTwo).toBe(inOne);
    expect(await one.count(THINGS)).toBe(1);
    expect(await one.page(THINGS, { equal: {}, sort: 'id', limit: 9 })).toEqual([{ id: 'known' }]);
    const indexes = await database.raw.collection(`${inOne}.things`).indexes();
    expect(indexes.map(({ name }) => name).sort()).toEqual([
      '_id_',
      'at._id',
      'kind.at._id',
      'kind.open.rank._id',
      'open._id.kind.rank',
    ]);
  });

  async function dropEach(which: (name: string) => boolean): Promise<void> {
    for (const name of await database.collections())
      if (which(name)) await database.raw.dropCollection(name);
  }

  it('rule 18: inserts are refused while a generation is exchanged, reads and writes are not', async () => {
    const [one, two] = [await database.client(), await database.client()];
    await two.insert(THINGS, [{ id: 'a' }]);
    const shadow = await generationsOf(one).shadow();
    await shadow.declare(THINGS);
    await generationsOf(one).adopt(shadow, async () => {
      for (const client of [one, two]) {
        expect(() => generationsOf(client).refuseChanging()).toThrow(Unavailable);
        await expect(client.insert(THINGS, [{ id: 'b' }])).rejects.toBeInstanceOf(Unavailable);
        expect(await client.get(THINGS, 'a')).toEqual({ id: 'a' });
        expect(await client.insert(KEPT, [{ id: `by ${client === one}` }])).toEqual([true]);
      }
    });
    await shadow.close();
    expect(await insertAtLast(two, 'b')).toBe(true);
    generationsOf(two).refuseChanging();
  });

  it('rule 18: when catching up fails nothing is exchanged, and inserts go on', async () => {
    const [one, two] = [await database.client(), await database.client()];
    const before = current(one);
    const shadow = await generationsOf(one).shadow();
    const failed = generationsOf(one).adopt(shadow, () => Promise.reject(new Error('cannot')));
    await expect(failed).rejects.toThrow('cannot');
    await shadow.close();
    expect(await insertAtLast(two, 'a')).toBe(true);
    expect([current(one), current(two)]).toEqual([before, before]);
  });

  it('rule 18: who exchanges generations and is killed stops inserts for a while, and can swap no more', async () => {
    const [one, two] = [await database.client(), await database.client()];
    const before = current(one);
    const { url } = database.options;
    const logger = { warn: () => undefined };
    const killed = database.closing(new Connection({ url, database: database.name, logger }));
    const records = new GenerationRecords(killed);
    await records.register('g0000000000000');
    expect(await records.mark(before, 'killed')).toBe(true);

    await Promise.all([insertAtLast(one, 'a'), insertAtLast(two, 'b')]);

    expect((await one.getMany(THINGS, ['a', 'b'])).size).toBe(2);
    // Both go on by their own clocks; the mark is gone when the last has.
    await until(async () => !(await records.pointer())?.adopting);
    expect(await records.beat('killed')).toBe(false);
    expect(await records.swap('killed', 'g0000000000000')).toBe(false);
    expect(current(one)).toBe(before);
  });

  it('rule 18: two that would exchange generations at once: one does', async () => {
    const clients = [await database.client(), await database.client()];
    const shadows = await Promise.all(clients.map((client) => generationsOf(client).shadow()));
    const outcomes = await Promise.allSettled(
      clients.map(async (client, i) => {
        const shadow = shadows[i];
        if (shadow) await generationsOf(client).adopt(shadow, async () => undefined);
      }),
    );
    await Promise.all(shadows.map((shadow) => shadow.close()));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('a shadow that was dropped while it was made is not adopted', async () => {
    const one = await database.client();
    const before = current(one);
    const shadow = await generationsOf(one).shadow();
    await shadow.declare(THINGS);
    const adopted = generationsOf(one).adopt(shadow, () =>
      dropEach((name) => name.endsWith('.things') && !name.startsWith(before)),
    );
    await expect(adopted).rejects.toThrow(/dropped/);
    await shadow.close();
    expect(current(one)).toBe(before);
  });

  it('rule 5: work pinned to a generation never touches another', async () => {
    const [one, two] = [await database.client(), await database.client()];
    const before = current(one);
    await one.insert(THINGS, [{ id: 'a', rank: 1 }]);
    const batch = generationsOf(one).pinned(before, async () => {
      expect(await one.get(THINGS, 'a')).toEqual({ id: 'a', rank: 1 });
      await two.dropDerived();
      await until(() => current(one) !== before);
      await one.write(THINGS, [{ id: 'a', insert: { rank: 2 } }]);
    });
    await expect(batch).rejects.toBeInstanceOf(Moved);
    expect(await one.get(THINGS, 'a')).toBeUndefined();
  });

  it('what killed processes left behind is dropped when it is old, be it but a record; what is being made is not', async () => {
    const one = await database.client();
    const records = database.raw.collection<{ _id: string; [field: string]: unknown }>(GENERATIONS);
    // Of somebody who was about to point to it, and was killed or too late.
    await records.insertOne({ _id: 'g0000000000000', collections: [], alive: new Date() });
    const shadow = await generationsOf(one).shadow();
    await shadow.declare(THINGS);
    await shadow.close();
    const made = async () =>
      (await database.collections()).filter(
        (name) => name.endsWith('.things') && !name.startsWith(current(one)),
      );

    await database.client();
    expect(await made()).toHaveLength(1);
    expect(await records.countDocuments()).toBe(4);
    await records.updateMany({ alive: { $exists: true } }, { $set: { alive: new Date(0) } });
    await database.client();

    expect(await made()).toEqual([]);
    expect((await records.distinct('_id')).sort()).toEqual(['current', current(one)]);
    expect(await one.insert(THINGS, [{ id: 'a' }])).toEqual([true]);
  });

  it('a generation that was forgotten, because who made it stood still before pointing to it, is known again', async () => {
    const records = database.raw.collection<{ _id: string; [field: string]: unknown }>(GENERATIONS);
    await records.deleteMany({ alive: { $exists: true } });
    const one = await database.client();
    const before = current(one);
    expect(await records.findOne({ _id: before })).toMatchObject({ collections: ['things'] });
    await database.raw.dropCollection(`${before}.things`);
    const two = await database.client();
    await until(() => current(two) !== before);
  });
});
