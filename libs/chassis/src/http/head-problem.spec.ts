import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { headProblem } from './head-problem';

/** A request with these headers, read as Node reads them. */
function request(headers: Readonly<Record<string, string>>, version = '1.1'): IncomingMessage {
  const made = new IncomingMessage(new Socket());
  made.httpVersion = version;
  made.rawHeaders = Object.entries(headers).flat();
  Object.assign(made.headers, headers);
  return made;
}

test.each([
  ['a name', 'house.example'],
  ['a name and its port', 'house.example:8080'],
  ['an IPv6 address and its port', '[2001:db8::1]:8080'],
  ['nothing, where the target names no host', ''],
])('the header host may be %s', (_, host) => {
  expect(headProblem(request({ host }))).toBeNull();
});

test.each(['a b', 'a/b', 'a@b', 'a?b', 'a#b', 'é', 'a,b c', '<a>', 'a"b', 'a\\b'])(
  'the header host may not be %s',
  (host) => {
    expect(headProblem(request({ host }))?.message).toBe('The header host is not valid');
  },
);

test('HTTP/1.0 needs no host, HTTP/1.1 does', () => {
  expect(headProblem(request({}, '1.0'))).toBeNull();
  expect(headProblem(request({}))?.message).toBe('The header host is missing');
});

test('of all codings of a transfer chunked alone is taken, and not with HTTP/1.0', () => {
  const coded = (coding: string, version?: string) =>
    headProblem(request({ host: 'a', 'transfer-encoding': coding }, version))?.message;
  expect([coded('chunked'), coded('Chunked')]).toEqual([undefined, undefined]);
  for (const coding of ['gzip, chunked', 'gzip', 'chunked, gzip', ''])
    expect(coded(coding)).toBe('The Transfer-Encoding is not taken here');
  expect(coded('chunked', '1.0')).toBe('The Transfer-Encoding is not taken here');
});

test.each(['0.9', '1.2', '2.0'])('HTTP/%s is not spoken', (version) => {
  const problem = headProblem(request({ host: 'a' }, version));
  expect(problem?.message).toBe('The version of HTTP is not spoken here');
});

test('more headers than Node reads are refused: what stands behind them is not known', () => {
  const many = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, '']));
  expect(headProblem(request({ host: 'a', ...many(999) }))).toBeNull();
  const problem = headProblem(request({ host: 'a', ...many(1_000) }));
  expect(problem?.message).toBe('There are too many headers');
});
