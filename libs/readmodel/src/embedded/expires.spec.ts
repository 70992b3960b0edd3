import { collection } from '../collection';
import { openEmbeddedReadModel } from './open-embedded-read-model';

interface Brief {
  readonly id: string;
  readonly at: string;
}
const BRIEF = collection<Brief>({
  ...{ name: 'brief', indexes: [], expire: { field: 'at', afterMs: 1_000 } },
});

afterEach(() => jest.useRealTimers());

test.each([
  [true, 0],
  [false, 1],
])('a store that expires (%s) keeps %s of what is too old', async (expires, left) => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const store = await openEmbeddedReadModel({ path: ':memory:', expires });
  await store.declare(BRIEF);
  await store.insert(BRIEF, [{ id: 'a', at: '2020-01-01T00:00:00.000Z' }]);
  await jest.advanceTimersByTimeAsync(32 * 60_000);
  expect(await store.count(BRIEF)).toBe(left);
  await store.close();
});
