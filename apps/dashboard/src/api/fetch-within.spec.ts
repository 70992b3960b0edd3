import { fetchWithin } from './fetch-within';

const HOUSE = 'http://house/v1/issues';

/** Nobody answers; as browsers do, it ends when its signal says so. */
beforeEach(() => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) =>
      new Promise((_answered, failed) => {
        init?.signal?.addEventListener('abort', () => failed(init.signal?.reason));
      }),
  );
});
afterEach(() => jest.restoreAllMocks());

test('a request that nobody answers ends', async () => {
  await expect(fetchWithin(10)(HOUSE)).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a request that is not wanted any more ends at once', async () => {
  const left = new AbortController();
  const asked = fetchWithin(60_000)(new Request(HOUSE, { signal: left.signal }));
  left.abort();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
});
