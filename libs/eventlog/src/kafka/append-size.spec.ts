import { Unavailable } from '@parapet/contracts';
import { sampleEvent } from '../testing';
import { appendSize, MAX_APPEND_BYTES } from './append-size';

const weighing = (characters: string) => ({ ...sampleEvent('a', 0), json: characters });

describe('appendSize', () => {
  it('counts events and roughly their bytes', () => {
    expect(appendSize([sampleEvent('a', 1), sampleEvent('a', 2)])).toMatchObject({ items: 2 });
  });

  it('takes what is large by characters but not by bytes', () => {
    const text = 'x'.repeat(MAX_APPEND_BYTES - 2_000);
    expect(appendSize([weighing(text)]).bytes).toBeGreaterThan(text.length);
  });

  it('refuses what Kafka would not take, as a bug: it stays too large however long one waits', () => {
    const wide = '\u{20ac}'.repeat(MAX_APPEND_BYTES / 3 + 1);
    const append = () => appendSize([weighing(wide)]);
    expect(append).toThrow('are too many for one append');
    expect(append).not.toThrow(Unavailable);
  });
});
