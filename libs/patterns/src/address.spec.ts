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
