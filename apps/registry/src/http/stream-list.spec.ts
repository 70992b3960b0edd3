import { text } from 'node:stream/consumers';
import { Logger } from '@nestjs/common';
import { streamList } from './stream-list';

beforeAll(() => Logger.overrideLogger(false));

async function* numbers(count: number, failAt = Infinity): AsyncGenerator<number> {
  for (let n = 0; n < count; n += 1) {
    if (n === failAt) throw new Error('the store is away');
    yield await Promise.resolve(n);
  }
}
const streamed = async (count: number): Promise<unknown> => {
  const file = await streamList(numbers(count), (n) => ({ n }));
  return JSON.parse(await text(file.getStream()));
};

test.each([0, 1, 199, 200, 201, 400, 1_001])('%d items come in the envelope', async (count) => {
  expect(await streamed(count)).toEqual({
    data: Array.from({ length: count }, (_, n) => ({ n })),
    pagination: { next_cursor: null, has_more: false },
  });
});

test('long items come in pieces, so that they are not all in memory at once', async () => {
  const long = 'x'.repeat(100 * 1024);
  const file = await streamList(numbers(50), (n) => ({ n, long }));
  const pieces: string[] = [];
  for await (const piece of file.getStream()) pieces.push(String(piece));
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(400 * 1024);
  expect((JSON.parse(pieces.join('')) as { data: unknown[] }).data).toHaveLength(50);
});

test('a store that is away is an error before anything is sent', async () => {
  await expect(streamList(numbers(10, 5), String)).rejects.toThrow('the store is away');
});

test('a store that goes away later breaks the stream, so that half a list is not taken for a whole', async () => {
  const file = await streamList(numbers(1_000, 500), String);
  await expect(text(file.getStream())).rejects.toThrow('the store is away');
});
