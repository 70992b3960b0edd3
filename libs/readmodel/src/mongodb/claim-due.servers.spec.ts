import type { Collection } from 'mongodb';
import { tableSpec } from '../embedded/table-spec';
import type { ClaimQuery } from '../read-model';
import { minute, type Thing, THINGS } from '../testing/house';
import { claimDue } from './claim-due';
import type { Stored } from './stored';
import { FreshDatabase } from './testing/fresh-database';

describe('claims in MongoDB', () => {
  let database: FreshDatabase;
  let jobs: Collection<Stored>;
  /** What happens before the nth command of a claim. */
  let between: Map<number, () => Promise<unknown>>;
  let commands: number;
  beforeEach(() => {
    database = new FreshDatabase();
    jobs = database.raw.collection<Stored>('jobs');
    between = new Map();
    commands = 0;
  });
  afterEach(() => database.discard());

  const idOf = (i: number): string => `job-${String(i).padStart(2, '0')}`;
  const due = (count: number): Promise<unknown> =>
    jobs.insertMany(
      Array.from({ length: count }, (_, i) => ({ _id: idOf(i), kind: 'job', at: minute(i % 5) })),
    );
  const claim = async (limit: number): Promise<string[]> => {
    const run = async <T>(command: (on: Collection<Stored>) => Promise<T>): Promise<T> => {
      commands += 1;
      await between.get(commands)?.();
      return command(jobs);
    };
    const times = { now: minute(10), until: minute(15) };
    const query: ClaimQuery<Thing> = { equal: { kind: 'job' }, due: 'at', ...times, limit };
    const target = { spec: tableSpec(THINGS), run, stamp: () => `a.${commands}` };
    return (await claimDue(target, query)).map(({ _id }) => String(_id));
  };

  test('many documents are claimed by three commands, oldest first', async () => {
    await due(60);
    const claimed = await claim(50);
    const oldest = Array.from({ length: 60 }, (_, i) => i).sort(
      (a, b) => (a % 5) - (b % 5) || a - b,
    );
    expect(claimed).toEqual(oldest.slice(0, 50).map(idOf));
    expect(commands).toBe(3);
  });

  test('what another took first is left to it, and what comes next is taken in its place', async () => {
    await due(4);
    between.set(2, () => jobs.updateOne({ _id: idOf(0) }, { $set: { at: minute(15) } }));
    expect(await claim(3)).toEqual([idOf(1), idOf(2), idOf(3)]);
  });

  test('what was made due at another time before the claim was answered is not claimed', async () => {
    await due(2);
    between.set(3, () => jobs.updateOne({ _id: idOf(0) }, { $set: { at: minute(12) } }));
    expect(await claim(2)).toEqual([idOf(1)]);
  });

  test('of what so many have written since then that nobody knows who claimed it nothing is claimed', async () => {
    await due(2);
    between.set(3, () => jobs.updateOne({ _id: idOf(0) }, { $set: { _w: ['b.1', 'b.2'] } }));
    expect(await claim(2)).toEqual([idOf(1)]);
  });
});
