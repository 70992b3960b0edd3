import fc from 'fast-check';
import { exactly, losesDigits } from './exact-json';

const read = (text: string): unknown => exactly(text, JSON.parse(text));

test.each([
  ['{"t":1772532672123456789}', { t: '1772532672123456789' }],
  ['[-9007199254740993]', ['-9007199254740993']],
  ['[18446744073709551615]', ['18446744073709551615']],
  ['[1e999]', ['1e999']],
  ['[1E400,2]', ['1E400', 2]],
])('keeps the digits of %s', (text, value) => expect(read(text)).toEqual(value));

test.each([
  '[9007199254740991]',
  '[0.12345678901234567]',
  '["1772532672123456789"]',
  '[1e3,1.5e20]',
  '{"a":[true,null,-1,"<NA>"]}',
])('leaves %s as it is', (text) => expect(read(text)).toEqual(JSON.parse(text)));

test('every whole number, however long, is read to its value', () => {
  fc.assert(
    fc.property(fc.bigInt(), (number) => {
      expect(BigInt(String((read(`[${number}]`) as unknown[])[0]))).toBe(number);
    }),
  );
});

test.each([
  ['[9007199254740993]', true],
  ['{"a": 1772532672123456789}', true],
  ['[\n-1152921504606846976]', true],
  ['[1e999]', true],
  ['[9007199254740992]', false],
  ['[1772532672123456800,-0]', false],
  ['["9007199254740993","a: 9007199254740993"]', false],
])('whether %s loses digits: %s', (text, loses) => expect(losesDigits(text)).toBe(loses));
