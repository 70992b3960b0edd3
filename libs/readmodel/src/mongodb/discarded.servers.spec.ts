import { THINGS } from '../testing/house';
import { GENERATIONS } from './generation-records';
import { FreshDatabase } from './testing/fresh-database';
import { current, generationsOf } from './testing/writers';

let database: FreshDatabase;
beforeEach(async () => (database = await new FreshDatabase().begin()));
afterEach(() => database.discard());

test('rule 18: of a shadow that is given up nothing is left', async () => {
  const one = await database.client();
  const generations = generationsOf(one);
  const shadow = await generations.shadow();
  await shadow.declare(THINGS);
  await shadow.insert(THINGS, [{ id: 'half' }]);
  await shadow.close();
  await generations.discard(shadow);

  const derived = (await database.collections()).filter((name) => name.includes('.'));
  expect(derived.every((name) => name.startsWith(`${current(one)}.`))).toBe(true);
  const records = database.raw.collection<{ _id: string }>(GENERATIONS);
  expect((await records.distinct('_id')).sort()).toEqual(['current', current(one)]);
});

test('rule 18: a generation that is answered from is never given up', async () => {
  const one = await database.client();
  const generations = generationsOf(one);
  const shadow = await generations.shadow();
  await shadow.declare(THINGS);
  await generations.adopt(shadow, async () => void (await shadow.insert(THINGS, [{ id: 'a' }])));
  await shadow.close();
  await generations.discard(shadow);
  expect(await one.get(THINGS, 'a')).toEqual({ id: 'a' });
});
