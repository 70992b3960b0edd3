import { spanOf, spanText } from './buckets';

test('a bar that is chosen becomes the span of its bucket: since is exclusive, until inclusive', () => {
  const time = '2026-03-03T10:00:00.000Z';
  expect(spanOf(time, time, 3600)).toEqual({
    since: '2026-03-03T09:59:59.999999999Z',
    until: '2026-03-03T10:59:59.999999999Z',
  });
});

test('bars chosen from the right to the left are the same span as from the left to the right', () => {
  const [one, other] = ['2026-03-03T10:00:00.000Z', '2026-03-03T12:00:00.000Z'];
  expect(spanOf(other, one, 300)).toEqual(spanOf(one, other, 300));
  expect(spanOf(one, other, 300).until).toBe('2026-03-03T12:04:59.999999999Z');
});

test('the bar of a day of UTC is not called by the day before where it begins on that evening', () => {
  const time = '2026-03-03T00:00:00.000Z';
  expect(spanText(time, 86_400, 'America/New_York')).toMatch(/\b2\b.*7:00.* – .*\b3\b.*7:00/);
  expect(spanText(time, 86_400, 'Asia/Tokyo')).toMatch(/\b3\b.*9:00.* – .*\b4\b.*9:00/);
});

test('where days begin with those of UTC the bar of a day is called by its day alone', () => {
  const text = spanText('2026-03-03T00:00:00.000Z', 86_400, 'Europe/London');
  expect(text).toMatch(/\b3\b/);
  expect(text).not.toMatch(/:00|–/);
});
