import { LONGEST_TEXT } from '@parapet/contracts';
import fc from 'fast-check';
import { type CalledDestination, calledIn, soughtAs } from './called';
import { destinationOf } from './destination';

const called = (kind: string, metadata: object) => calledIn(destinationOf(kind, metadata));

test.each([
  ['connect', { destination: 'API.Example.net.' }, { domain: 'api.example.net' }],
  ['connect', { destination: 'https://u@api.example.net:8443/x' }, { domain: 'api.example.net' }],
  [
    'connect',
    { destination: 'api.example.net', destination_ip: '::ffff:203.0.113.9' },
    { domain: 'api.example.net', ip: '203.0.113.9' },
  ],
  [
    'connect',
    { destination: '10.0.0.1', destination_ip: '10.0.0.2' },
    { domain: '10.0.0.1', ip: '10.0.0.2' },
  ],
  ['dns', { query: 'a.example', destination_ip: '192.0.2.53' }, { domain: 'a.example' }],
  ['dns', { query: 'http://a.example' }, { domain: 'http://a.example' }],
  ['process', { path: '/bin/sh' }, {}],
])('%s %j is called %j', (kind, metadata, calls) => {
  expect(called(kind, metadata)).toEqual(calls);
});

test.each([
  ['API.example.net', [{ domain: 'api.example.net' }]],
  [
    'https://api.example.net/x',
    [{ domain: 'api.example.net' }, { domain: 'https://api.example.net/x' }],
  ],
  ['203.0.113.9', [{ ip: '203.0.113.9' }, { domain: '203.0.113.9' }]],
  [
    '[2001:DB8::1]:443',
    [{ ip: '2001:db8::1' }, { domain: '2001:db8::1' }, { domain: '[2001:db8::1]:443' }],
  ],
  [' ', [{ domain: ' ' }]],
  ['http://.', [{ domain: 'http://.' }, { domain: 'http://' }]],
])('%j stands for %j', (text, sought) => {
  expect(soughtAs(text)).toEqual(sought);
});

describe('whatever an agent sends', () => {
  const sign = fc.constantFrom(...'aZ09.-_:/\\@%[]?#,* \0ßéİ。\ud800'.split(''), 'xn--', 'http://');
  const odd = fc.string({ unit: sign, maxLength: 24 });
  const end = fc.constantFrom('', '.', '..', ' ', ' .', ':80', '/', '%25');
  const address = fc.tuple(fc.constantFrom('203.0.113.9', '2001:db8::1'), end);
  const text = fc.oneof(
    odd,
    address.map((parts) => parts.join('')),
  );
  const metadata = fc.record({ destination: text, destination_ip: text, query: text });
  const kind = fc.constantFrom('connect', 'dns');
  /** In how many of these ways it is called. */
  const times = ({ domain, ip }: CalledDestination, sought: readonly CalledDestination[]): number =>
    sought.filter((one) => (one.domain === undefined ? one.ip === ip : one.domain === domain))
      .length;

  test('its destination is found by what it is called', () =>
    fc.assert(
      fc.property(kind, metadata, (as, sent) => {
        const calls = called(as, sent);
        for (const name of [calls.domain, calls.ip])
          if (name !== undefined) expect(times(calls, soughtAs(name))).toBe(1);
      }),
      { numRuns: 2_000 },
    ));

  test('whatever is looked for, it is counted once at most', () =>
    fc.assert(
      fc.property(kind, metadata, fc.oneof(text, end), (as, sent, sought) => {
        const calls = called(as, sent);
        for (const one of [sought, ...Object.values(sent), `${calls.ip ?? ''}${sought}`])
          expect(times(calls, soughtAs(one))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2_000 },
    ));

  test('a look-up is found as it was sent', () =>
    fc.assert(
      fc.property(text, (query) => {
        const calls = called('dns', { query });
        if (calls.domain !== undefined) expect(times(calls, soughtAs(query))).toBe(1);
      }),
      { numRuns: 2_000 },
    ));
});

test('what an address and its name say alike is called by the address alone', () => {
  const ip = '203.0.113.9';
  expect(called('connect', { destination: `${ip}..`, destination_ip: ip })).toEqual({ ip });
});

test('what is cut of a name is not looked for to tell whether it is an address once more', () => {
  const ip = '203.0.113.9';
  const text = `${ip}/`.padEnd(LONGEST_TEXT, 'a');
  const calls = called('connect', { destination: `${text}.b`, destination_ip: ip });
  expect([calls, soughtAs(text)[0]]).toEqual([{ ip }, { ip }]);
});

test('what else programs may take it for is not read, however much that is: it would be for each observation', () => {
  const normalise = jest.spyOn(String.prototype, 'normalize');
  const replace = jest.spyOn(String.prototype, 'replaceAll');
  for (const unit of ['\ufdfa', '\u200b', 'a,é', '1.é:']) {
    const text = unit.repeat(16_384);
    expect(called('connect', { destination: text, destination_ip: text })).not.toEqual({});
  }
  expect([normalise.mock.calls, replace.mock.calls]).toEqual([[], []]);
  jest.restoreAllMocks();
});

test('nothing is called by more than 512 characters', () => {
  const { domain } = called('dns', { query: `${'a/'.repeat(255)}a😀` });
  expect(domain).toHaveLength(LONGEST_TEXT);
  expect(soughtAs(domain ?? '')).toContainEqual({ domain });
});
