import { Unavailable } from '@parapet/contracts';
import { openEmbeddedReadModel } from './embedded/open-embedded-read-model';
import { generationOf, inOneGeneration } from './one-generation';
import { GenerationsInMemory } from './testing';
import { THINGS } from './testing/house';

let store: GenerationsInMemory;
beforeEach(async () => {
  store = await GenerationsInMemory.open();
  await store.declare(THINGS);
});
afterEach(() => store.close());

test('rule 18: what was read while another generation took over is void', async () => {
  const drop = () => store.dropDerived();
  await expect(inOneGeneration(store, THINGS, drop)).rejects.toThrow(Unavailable);
});

test('rule 18: what was read of documents that nothing may be inserted into is void', async () => {
  const hold = async () => store.hold();
  await expect(inOneGeneration(store, THINGS, hold)).rejects.toThrow(Unavailable);
});

test('what was read within one generation is answered', async () => {
  expect(await inOneGeneration(store, THINGS, async () => 'read')).toBe('read');
});

test('a store without generations has one that never ends', async () => {
  const embedded = await openEmbeddedReadModel({ path: ':memory:' });
  await embedded.declare(THINGS);
  const before = generationOf(embedded);
  await embedded.dropDerived();
  expect(await inOneGeneration(embedded, THINGS, async () => 'read')).toBe('read');
  expect(generationOf(embedded)).toBe(before);
  await embedded.close();
});
