import fc from 'fast-check';
import { jsonLine } from './json-line';

test('whatever a value holds, it is one line, and JSON reads it back', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('\n', '\r', '\u0085', '\u2028', '\u2029', '\\', '"', 'a'))
      .map((c) => c.join('')),
  );
  fc.assert(
    fc.property(fc.dictionary(text, text), (value) => {
      const line = jsonLine(value);
      expect(line.slice(0, -1)).not.toMatch(/[\n\v\f\r\u0085\u2028\u2029]/);
      expect([line.at(-1), JSON.parse(line)]).toEqual(['\n', { ...value }]);
    }),
  );
});
