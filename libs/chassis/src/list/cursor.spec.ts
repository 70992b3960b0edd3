import { Problem } from '@parapet/contracts';
import fc from 'fast-check';
import { decodeCursor, encodeCursor } from './cursor';

const place = { sort: '2026-01-01T00:00:00.000Z', id: 'issue_1' };
const cursor = encodeCursor('issues', { severity: 'high', verdict: 'blocked' }, place);

test('a cursor gives back its place', () => {
  expect(decodeCursor('issues', { severity: 'high', verdict: 'blocked' }, cursor)).toEqual(place);
});

test('the order of the filters does not matter', () => {
  expect(decodeCursor('issues', { verdict: 'blocked', severity: 'high' }, cursor)).toEqual(place);
});

test.each([
  ['another list', 'events', { severity: 'high', verdict: 'blocked' }],
  ['other filters', 'issues', { severity: 'low', verdict: 'blocked' }],
  ['fewer filters', 'issues', { severity: 'high' }],
])('a cursor of %s is refused', (_, list, filters) => {
  expect(() => decodeCursor(list, filters, cursor)).toThrow(
    expect.objectContaining({ code: 'invalid_cursor' }) as Error,
  );
});

const decode = (text: string) => () =>
  decodeCursor('issues', { severity: 'high', verdict: 'blocked' }, text);

test('a cursor of which a character was changed or cut off is refused, whichever it is', () => {
  for (let at = 0; at < cursor.length; at += 1) {
    const other = cursor[at] === 'A' ? 'B' : 'A';
    expect(decode(cursor.slice(0, at) + other + cursor.slice(at + 1))).toThrow('Invalid cursor');
    expect(decode(cursor.slice(0, at))).toThrow('Invalid cursor');
  }
});

test('no text but a cursor is taken, and none is a fault', () => {
  const any = fc.oneof(
    fc.string(),
    fc.jsonValue().map((v) => Buffer.from(JSON.stringify(v)).toString('base64url')),
    fc.constant(`${cursor}=`),
  );
  fc.assert(
    fc.property(any, (text) => {
      expect(() => decodeCursor('issues', {}, text)).toThrow(Problem);
    }),
    { seed: 4, numRuns: 500 },
  );
});
