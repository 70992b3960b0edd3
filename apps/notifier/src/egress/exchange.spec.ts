import type { Dispatcher } from 'undici';
import { Exchange, RESPONSE_BYTES } from './exchange';

/** Hears pieces of a body, each with all that was read with it. */
function heard(pieces: Iterable<Buffer>) {
  const exchange = new Exchange();
  let aborted: Error | undefined;
  const controller = {
    abort: (reason: Error) => (aborted = reason),
  } as unknown as Dispatcher.DispatchController;
  exchange.onRequestStart(controller);
  exchange.onResponseStart(controller, 200, {});
  for (const piece of pieces) exchange.onResponseData(controller, piece);
  return { exchange, aborted };
}

function* bytes(count: number): Iterable<Buffer> {
  for (let n = 0; n < count; n += 1) yield Buffer.alloc(65_536, n % 256).subarray(0, 1);
}

test('of a body in thousands of pieces no more is kept than may be read', () => {
  const { exchange, aborted } = heard(bytes(RESPONSE_BYTES - 1));
  expect(aborted).toBeUndefined();
  expect(exchange.body.buffer.byteLength).toBe(RESPONSE_BYTES);
  expect(exchange.body).toEqual(Buffer.from(Array.from({ length: 16_383 }, (_, n) => n % 256)));
});

test.each([
  ['in one piece', [Buffer.alloc(20_000, 'a')]],
  ['in two', [Buffer.alloc(10_000, 'a'), Buffer.alloc(10_000, 'a')]],
  ['that goes on', Array.from({ length: 5 }, () => Buffer.alloc(9_000, 'a'))],
  ['that ends at the bound', [Buffer.alloc(16_383, 'a'), Buffer.alloc(1, 'a')]],
])('a long body %s is cut at 16 KiB, and its connection closed', (_, pieces) => {
  const { exchange, aborted } = heard(pieces);
  expect(exchange.body.toString()).toBe('a'.repeat(RESPONSE_BYTES));
  expect(aborted?.message).toBe('enough was read');
});

test('without a body there is none', () => expect(heard([]).exchange.body).toHaveLength(0));
