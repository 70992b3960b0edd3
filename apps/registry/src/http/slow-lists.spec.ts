import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import { RegistryModule } from '../registry.module';

/** Sent in one piece, and more than that. */
const [PIECE, MANY] = [200, 300];
let house: TestHouse;
let store: GenerationsInMemory;
beforeAll(async () => {
  store = await GenerationsInMemory.open();
  house = await testHouse({ imports: [RegistryModule], documents: store });
});
afterAll(() => house.close());
afterEach(() => jest.useRealTimers().restoreAllMocks());

const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
  house.inject({
    ...{ method, url, headers: { authorization: `Bearer ${house.adminToken}` } },
    ...(payload && { payload }),
  });

test.each([
  ['agents', 32, (n: number) => ({ name: `${n}`, os: 'linux', kind: 'vanilla' })],
  ['policies', 8, () => ({ name: 'a', type: 'allow', rules: [{ pattern: 'a.example' }] })],
])('a whole list of %s may take longer than a handler', async (noun, atATime, make) => {
  for (let n = 0; n < MANY; n += 1) await ask('POST', `/v1/${noun}`, make(n));
  await house.settled();
  jest.useFakeTimers({
    advanceTimers: true,
    doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'],
  });
  const read = store.page.bind(store);
  let pages = 0;
  jest.spyOn(store, 'page').mockImplementation((...asked) => {
    const isOurs = asked[0].name === noun;
    if (isOurs && (pages += 1) > PIECE / atATime + 1) jest.advanceTimersByTime(60_000);
    return read(...asked);
  });
  const answer = await ask('GET', `/v1/${noun}`);
  expect(answer.json<{ data: unknown[] }>().data).toHaveLength(MANY);
});
