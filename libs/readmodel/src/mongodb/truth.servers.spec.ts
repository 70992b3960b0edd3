import { Unavailable } from '@parapet/contracts';
import type { Change, ReadModel, Written } from '../read-model';
import { minute, type Thing, THINGS } from '../testing/house';
import { FreshDatabase } from './testing/fresh-database';

describe('answers of MongoDB when clients race', () => {
  let database: FreshDatabase;
  let clients: ReadModel[];
  beforeEach(async () => {
    database = await new FreshDatabase().begin();
    clients = await Promise.all([database.client(), database.client(), database.client()]);
  });
  afterEach(() => database.discard());

  const ids = Array.from({ length: 120 }, (_, i) => `id-${i}`);

  /** Every client writes all changes at the same time, in another order each, and again where the answer is uncertain. */
  async function race(changeOf: (id: string, client: number) => Change<Thing>): Promise<Written[]> {
    const answers = await Promise.all(
      clients.map(async (client, i) => {
        const shuffled = [...ids].sort((a, b) => (a + i < b + i ? -1 : 1) * (i % 2 ? 1 : -1));
        return client.write(
          THINGS,
          shuffled.map((id) => changeOf(id, i)),
        );
      }),
    );
    return answers.flat();
  }
  const times = (answers: readonly Written[], what: Written): number =>
    answers.filter((answer) => answer === what).length;

  it('of racing bulks that make the same documents each document is inserted by one', async () => {
    const answers = await race((id, client) => ({ id, insert: { kind: `by ${client}` } }));
    expect(times(answers, 'inserted')).toBe(ids.length);
    expect(times(answers, 'updated')).toBe(2 * ids.length);
  });

  it('of racing bulks that count in documents not there yet nothing is lost, and each is inserted by one', async () => {
    const answers = await race((id) => ({ id, insert: {}, inc: { rank: 1 } }));
    expect(times(answers, 'inserted')).toBe(ids.length);
    const [store] = clients;
    const found = await store?.getMany(THINGS, ids);
    expect([...(found?.values() ?? [])].every(({ rank }) => rank === 3)).toBe(true);
  });

  it('rule 3: a bulk that cannot know what became of its changes is unavailable, never wrong', async () => {
    const [store] = clients;
    if (!store) throw new Error('there are three');
    await store.insert(
      THINGS,
      ids.map((id) => ({ id, rank: 0 })),
    );
    for (let rank = 0; rank < 12; rank += 1) {
      const claimed = new Map<string, number>();
      let uncertain = 0;
      await Promise.all(
        clients.map(async (client, i) => {
          const answers = await client
            .write(
              THINGS,
              ids.map((id) => ({
                id,
                set: { rank: rank + 1, kind: `by ${i}` },
                guard: { field: 'rank', equals: rank },
              })),
            )
            .catch((error: unknown) => {
              if (!(error instanceof Unavailable)) throw error;
              uncertain += 1;
              return null;
            });
          answers?.forEach((answer, at) => {
            if (answer === 'updated') claimed.set(ids[at] ?? '', i);
          });
        }),
      );
      const stored = await store.getMany(THINGS, ids);
      for (const [id, by] of claimed) expect(stored.get(id)?.kind).toBe(`by ${by}`);
      expect(claimed.size).toBeGreaterThanOrEqual(uncertain > 0 ? 0 : ids.length);
    }
  });

  it('rule 8: what three clients race to bring up is answered to each of them, whoever was in between', async () => {
    const [store] = clients;
    await store?.insert(
      THINGS,
      ids.map((id) => ({ id, rank: 0 })),
    );
    for (let round = 0; round < 10; round += 1)
      await race((id, client) => {
        const rank = round * 3 + client + 1;
        return { id, set: { rank }, guard: { field: 'rank', below: rank } };
      });
    const found = await store?.getMany(THINGS, ids);
    expect([...(found?.values() ?? [])].every(({ rank }) => rank === 30)).toBe(true);
  });

  it('updates, inserts and failing guards of one call are each answered for themselves', async () => {
    const [store] = clients;
    await store?.insert(
      THINGS,
      ids.map((id, i) => ({ id, rank: i })),
    );
    const changes = ids.map((id, i): Change<Thing> => {
      if (i % 4 === 0) return { id, set: { kind: 'k' }, guard: { field: 'rank', equals: i } };
      if (i % 4 === 1) return { id, set: { kind: 'k' }, guard: { field: 'rank', equals: -1 } };
      if (i % 4 === 2) return { id: `${id}-not there`, set: { kind: 'k' } };
      return { id: `${id}-new`, insert: {}, max: { at: minute(i) } };
    });
    const expected: readonly Written[] = ['updated', 'unchanged', 'unchanged', 'inserted'];
    expect(await store?.write(THINGS, changes)).toEqual(ids.map((_, i) => expected[i % 4]));
  });

  it('bulks that meet in opposite order do not lock each other out', async () => {
    const [store] = clients;
    await store?.insert(
      THINGS,
      ids.map((id) => ({ id, rank: 0 })),
    );
    // Each waits for all others at every document: so many as are done in time on a slow machine, too.
    const rounds = Array.from({ length: 3 }, () => race((id) => ({ id, inc: { rank: 1 } })));
    const answers = (await Promise.all(rounds)).flat();
    expect(times(answers, 'updated')).toBe(answers.length);
    const found = await store?.getMany(THINGS, ids);
    expect([...(found?.values() ?? [])].every(({ rank }) => rank === 9)).toBe(true);
  });

  it('an inc of what is no number is a mistake, not an outage', async () => {
    const [store] = clients;
    await store?.insert(THINGS, [{ id: 'a', kind: 'text' }]);
    const change: object = { id: 'a', inc: { kind: 1 } };
    const written = store?.write(THINGS, [change as Change<Thing>]);
    await expect(written).rejects.not.toBeInstanceOf(Unavailable);
  });
});
