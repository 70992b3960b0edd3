import { Unavailable } from '@parapet/contracts';
import { sampleEvent } from '../testing';
import { appendSize, inPieces, MAX_APPEND_BYTES } from './append-size';

const weighing = (characters: string, n = 0) => ({ ...sampleEvent('a', n), json: characters });
const WIDE = '\u{20ac}';

test('events are counted, and roughly their bytes', () => {
  expect(appendSize([sampleEvent('a', 1), sampleEvent('a', 2)])).toMatchObject({ items: 2 });
});

test('what is large by characters but not by bytes is one piece', () => {
  const events = [weighing('x'.repeat(MAX_APPEND_BYTES - 2_000))];
  expect(inPieces(events)).toEqual([events]);
});

test('more than Kafka takes at once is cut into what it takes, in order', () => {
  const third = WIDE.repeat(MAX_APPEND_BYTES / 9);
  const events = Array.from({ length: 7 }, (_, n) => weighing(third, n));
  const pieces = inPieces(events);
  expect(pieces.map(({ length }) => length)).toEqual([2, 2, 2, 1]);
  expect(pieces.flat()).toEqual(events);
});

test('one event that Kafka would not take is refused as a bug: it stays too large however long one waits', () => {
  const append = () => inPieces([weighing(WIDE.repeat(MAX_APPEND_BYTES / 3 + 1))]);
  expect(append).toThrow('are too many for one event');
  expect(append).not.toThrow(Unavailable);
});
