import { Unavailable } from '@parapet/contracts';
import { minute, THINGS } from '../testing/house';
import { BadLine } from './testing/bad-line';
import { FreshDatabase } from './testing/fresh-database';

test('while there is too much to count, others are answered, and who asked is told to ask for less', async () => {
  const [database, line] = [await new FreshDatabase().begin(), await BadLine.open()];
  const said: string[] = [];
  const logger = { warn: (_: object, message: string) => said.push(message) };
  const store = await database.client({ url: line.url, logger });
  const query = { equal: {}, sort: 'at', bounds: [0, 1, 2, 3, 4, 5, 6, 7, 8].map(minute) } as const;
  line.swallow('aggregate');
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
