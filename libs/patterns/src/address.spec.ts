import { isIPv4 } from 'node:net';
import fc from 'fast-check';
import { parseAddress } from './address';

const octets = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 300 }).map(String), fc.constantFrom('', '00', '01', '1a')),
  { minLength: 1, maxLength: 6 },
);
const anything = fc.string({ unit: fc.constantFrom(...'0123456789./a-'), maxLength: 20 });

test('an IPv4 address is what Node takes for one', () => {
  const texts = fc.oneof(
    octets.map((parts) => parts.join('.')),
    fc.ipV4(),
    anything,
  );
  fc.assert(
    fc.property(texts, (text) => {
      const bits = text.split('.').reduce((word, octet) => word * 256 + Number(octet), 0);
      const address = isIPv4(text) ? { family: 4, text, words: [bits] } : null;
      expect(parseAddress(text)).toEqual(address);
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ['::127.0.0.1', '::7f00:1'],
  ['::192.0.2.7', '::c000:207'],
  ['0:0:0:0:0:0:10.0.0.1', '::a00:1'],
  ['64:ff9b::192.0.2.7', '64:ff9b::c000:207'],
])('%s is an address of IPv6, however much of it is written as one of IPv4', (text, normal) =>
  expect(parseAddress(text)).toEqual(parseAddress(normal)),
);

test('the words of an address of IPv6 are its bits, 32 at a time', () => {
  const words = [0x20010db8, 0xfffe0001, 0x00020003, 0x0004ffff];
  const text = '2001:db8:fffe:1:2:3:4:ffff';
  expect(parseAddress(text)).toEqual({ family: 6, text, words });
});

test('only an address of IPv6 has a zone', () => {
  expect(parseAddress('fe80::1%eth0.100')).toEqual(parseAddress('fe80::1'));
  expect(parseAddress('192.0.2.7%eth0')).toBeNull();
});

test.each(['::ffff:192.0.2.7', '::FFFF:c000:207', '0:0:0:0:0:ffff:192.0.2.7'])(
  '%s is 192.0.2.7',
  (text) => expect(parseAddress(text)).toEqual(parseAddress('192.0.2.7')),
);
