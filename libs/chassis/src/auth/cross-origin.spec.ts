import { crossOrigin } from './cross-origin';

const host = 'parapet.example:8080';
const isRefused = (headers: Record<string, string>, method: string): boolean =>
  crossOrigin({ method, host, headers }, 'https://public.example') !== null;

test.each<[string, Record<string, string>, boolean]>([
  ['the same site and host', { 'sec-fetch-site': 'same-origin' }, false],
  ['another host of the site', { 'sec-fetch-site': 'same-site' }, true],
  ['another site', { 'sec-fetch-site': 'cross-site' }, true],
  ['a person, not a page', { 'sec-fetch-site': 'none' }, true],
  [
    'another site that forges its origin',
    {
      ...{ 'sec-fetch-site': 'cross-site', origin: 'http://parapet.example:8080' },
    },
    true,
  ],
  ['the host as it was asked', { origin: 'http://parapet.example:8080' }, false],
  ['the public address', { origin: 'https://public.example' }, false],
  ['the public address by another scheme', { origin: 'http://public.example' }, true],
  ['another port', { origin: 'http://parapet.example:8081' }, true],
  ['a host that begins alike', { origin: 'http://parapet.example:8080.evil.example' }, true],
  ['a page without an origin', { origin: 'null' }, true],
  ['nobody who says so', {}, true],
])('what changes something is asked for by %s', (_, headers, refused) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect([method, isRefused(headers, method)]).toEqual([method, refused]);
});

test.each(['GET', 'HEAD', 'OPTIONS'])('%s changes nothing and is let in', (method) => {
  expect(isRefused({ 'sec-fetch-site': 'cross-site' }, method)).toBe(false);
});
