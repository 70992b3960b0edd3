import fc from 'fast-check';
import { calledIn, LONGEST_DESTINATION, soughtAs } from './called';
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
])('%j stands for %j', (text, sought) => {
  expect(soughtAs(text)).toEqual(sought);
});

test('whatever an agent sends, its destination is found by what it is called, and in one way only', () => {
  const sign = fc.constantFrom(...'aZ09.-_:/\\@%[]?#,* \0ßéİ。\ud800'.split(''), 'xn--', 'http://');
  const text = fc.oneof(fc.string({ unit: sign, maxLength: 24 }), fc.ipV4(), fc.ipV6());
  const sent = fc.record({ destination: text, destination_ip: text, query: text });
  fc.assert(
    fc.property(fc.constantFrom('connect', 'dns'), sent, (kind, metadata) => {
      const { domain, ip } = called(kind, metadata);
      for (const name of [domain, ip].filter((one) => one !== undefined)) {
        const finds = soughtAs(name).filter(
          (sought) => (sought.domain ?? sought.ip) === (sought.domain === undefined ? ip : domain),
        );
        expect(finds).toHaveLength(1);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('nothing is called by more than 512 characters', () => {
  const { domain } = called('dns', { query: `${'a/'.repeat(255)}a😀` });
  expect(domain).toHaveLength(LONGEST_DESTINATION);
  expect(soughtAs(domain ?? '')).toContainEqual({ domain });
});
