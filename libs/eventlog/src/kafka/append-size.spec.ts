import { Unavailable } from '@parapet/contracts';
import { sampleEvent } from '../testing';
import { inPieces, MAX_APPEND_BYTES } from './append-size';

const weighing = (characters: string, n = 0) => ({ ...sampleEvent('a', n), json: characters });
const WIDE = '\u{20ac}';

test('events are counted, and their characters with what is around them, once', () => {
  const text = jest.fn(() => 'x'.repeat(1_000));
  const events = [0, 1].map((n) =>
    Object.defineProperty(sampleEvent('a', n), 'json', { get: text }),
  );
  expect(inPieces(events)).toEqual([{ events, items: 2, bytes: 2 * (1_000 + 512) }]);
  expect(text).toHaveBeenCalledTimes(events.length);
});

test('what is large by characters but not by bytes is one piece', () => {
  const events = [weighing('x'.repeat(MAX_APPEND_BYTES - 2_000))];
  expect(inPieces(events)).toMatchObject([{ events, items: 1 }]);
});

test('more than Kafka takes at once is cut into what it takes, in order', () => {
  const third = WIDE.repeat(MAX_APPEND_BYTES / 9);
  const events = Array.from({ length: 7 }, (_, n) => weighing(third, n));
  const pieces = inPieces(events);
  expect(pieces.map(({ items }) => items)).toEqual([2, 2, 2, 1]);
  expect(pieces.flatMap((piece) => piece.events)).toEqual(events);
});

test('one event that Kafka would not take is refused as a bug: it stays too large however long one waits', () => {
  const append = () => inPieces([weighing(WIDE.repeat(MAX_APPEND_BYTES / 3 + 1))]);
  expect(append).toThrow('are too many for one event');
  expect(append).not.toThrow(Unavailable);
});
