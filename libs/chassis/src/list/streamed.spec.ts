import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Logger } from '@nestjs/common';
import { streamed } from './streamed';

beforeAll(() => Logger.overrideLogger(false));

const TYPE = { type: 'text/plain' };

async function* pieces(count: number, failAt = Infinity): AsyncGenerator<string> {
  for (let n = 0; n < count; n += 1) {
    if (n === failAt) throw new Error('the store is away');
    yield await Promise.resolve(`${n} `);
  }
}

test.each([0, 1, 3])('%d pieces come one after the other', async (count) => {
  const file = await streamed(pieces(count), TYPE);
  expect(await text(file.getStream())).toBe(['0 ', '1 ', '2 '].slice(0, count).join(''));
});

test('an empty piece is not the end', async () => {
  const file = await streamed(
    (async function* () {
      yield* await Promise.resolve(['', 'a', '', 'b']);
    })(),
    TYPE,
  );
  expect(await text(file.getStream())).toBe('ab');
});

test('what fails before the first piece is an error before anything is sent', async () => {
  await expect(streamed(pieces(3, 0), TYPE)).rejects.toThrow('the store is away');
});

test('what fails later breaks the stream', async () => {
  const file = await streamed(pieces(3, 2), TYPE);
  await expect(text(file.getStream())).rejects.toThrow('the store is away');
});

test('what was begun is ended where nobody takes even the first piece', async () => {
  let ended = false;
  async function* begun(): AsyncGenerator<string> {
    try {
      yield* pieces(2);
    } finally {
      ended = true;
    }
  }
  const stream = (await streamed(begun(), TYPE)).getStream();
  stream.destroy();
  await once(stream, 'close');
  expect(ended).toBe(true);
});

test('no more is made than was taken, and nothing when nobody takes any', async () => {
  let [made, ended] = [0, false];
  async function* endless(): AsyncGenerator<string> {
    try {
      for (; ; made += 1) yield await Promise.resolve('x'.repeat(1024 * 1024));
    } finally {
      ended = true;
    }
  }
  const stream = (await streamed(endless(), TYPE)).getStream();
  stream.read(1);
  await once(stream, 'readable');
  expect(made).toBeLessThan(3);
  stream.destroy();
  await once(stream, 'close');
  expect(ended).toBe(true);
});
