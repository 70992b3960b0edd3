import { Unavailable } from '@parapet/contracts';
import { minute, THINGS } from '../testing/house';
import { BadLine } from './testing/bad-line';
import { FreshDatabase } from './testing/fresh-database';
import { generationsOf } from './testing/writers';

const query = { equal: {}, sort: 'at', bounds: [0, 1, 2, 3, 4, 5, 6, 7, 8].map(minute) } as const;

test('while there is too much to count, others are answered, and who asked is told to ask for less', async () => {
  const [database, line] = [await new FreshDatabase().begin(), await BadLine.open()];
  const said: string[] = [];
  const logger = { warn: (_: object, message: string) => said.push(message) };
  const store = await database.client({ url: line.url, logger });
  line.hold('aggregate');
  const tallies = Array.from({ length: 12 }, () => store.tally(THINGS, query));
  let waiting = true;
  const told = Promise.allSettled(tallies).finally(() => (waiting = false));
  for (let n = 0; waiting; n += 1)
    expect(await store.insert(THINGS, [{ id: `${n}`, at: minute(0) }])).toEqual([true]);
  for (const answer of await told)
    expect(answer).toMatchObject({
      status: 'rejected',
      reason: { name: Unavailable.name, advice: 'ask for a shorter span of time, or again' },
    });
  expect(said).toEqual([]);
  line.mend();
  expect((await store.tally(THINGS, query))[0]).toBeGreaterThan(0);
  await database.discard();
  await line.close();
});

test('a tally of a generation that is left meanwhile, and dropped, counts the one in its place', async () => {
  const [database, line] = [await new FreshDatabase().begin(), await BadLine.open()];
  const [one, two] = [await database.client(), await database.client({ url: line.url })];
  const things = Array.from({ length: 80 }, (_, i) => ({ id: `${i}`, at: minute(i % 8) }));
  await one.insert(THINGS, things);
  line.hold('aggregate');
  const slow = two.tally(THINGS, query);
  const shadow = await generationsOf(one).shadow();
  await shadow.declare(THINGS);
  await shadow.insert(THINGS, things);
  await generationsOf(one).adopt(shadow, async () => undefined);
  await shadow.close();
  line.mend();
  expect(await slow).toEqual([10, 10, 10, 10, 10, 10, 10, 10]);
  await database.discard();
  await line.close();
});
