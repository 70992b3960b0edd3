import fc from 'fast-check';
import { exactly } from './exact-json';

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
