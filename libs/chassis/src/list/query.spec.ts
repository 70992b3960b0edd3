import { Problem } from '@parapet/contracts';
import { limitOf, oneOf, scalar, sinceOf } from './query';

const problem = (ask: () => unknown): [string, string] => {
  try {
    ask();
  } catch (error) {
    if (error instanceof Problem) return [error.message, error.details];
    throw error;
  }
  return ['', ''];
};

test('a parameter that is given twice is refused', () => {
  expect(problem(() => scalar({ severity: ['a', 'b'] }, 'severity'))[0]).toBe(
    'severity must be given once',
  );
});

test('a name of every object is no parameter', () =>
  expect(scalar({}, 'constructor')).toBeUndefined());

test('a word that is not of the list is refused and the list is named', () => {
  expect(oneOf({ a: 'x' }, 'a', ['x', 'y'])).toBe('x');
  expect(oneOf({}, 'a', ['x', 'y'])).toBeUndefined();
  expect(problem(() => oneOf({ a: 'z' }, 'a', ['x', 'y']))[0]).toBe('a must be one of x, y');
});

test.each(['1', '100', '1000'])('limit %s is taken', (limit) =>
  expect(limitOf({ limit })).toBe(Number(limit)),
);

test.each(['0', '1001', '-1', '1.5', '1e2', ' 5', '05', '', 'ten', '９', '99999999999999999999'])(
  'limit %j is refused',
  (limit) =>
    expect(problem(() => limitOf({ limit }))[0]).toBe('limit must be an integer from 1 to 1000'),
);

test('no hint says what is not so everywhere: left out, a limit may mean everything, a format one of them, a time an hour ago', () => {
  const hints = [
    problem(() => limitOf({ limit: '0' })),
    problem(() => oneOf({ format: 'x' }, 'format', ['csv', 'ndjson'])),
    problem(() => sinceOf({ since: 'yesterday' })),
  ].map(([, details]) => details);
  expect(hints).toEqual([
    'send one of these, or leave limit out',
    'send one of these, or leave format out',
    'send one like this, or leave since out',
  ]);
});

test('since is read to the nanosecond', () =>
  expect(sinceOf({ since: '1970-01-01T00:00:01.000000002Z' })).toBe(1_000_000_002n));

test('a plus that arrived as a blank is explained', () => {
  const [message, details] = problem(() => sinceOf({ since: '2026-01-31T12:00:00 01:00' }));
  expect(message).toContain('since must be an RFC 3339 timestamp');
  expect(details).toContain('%2B');
  expect(problem(() => sinceOf({ since: 'yesterday' }))[1]).not.toContain('%2B');
});
