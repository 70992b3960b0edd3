import fc from 'fast-check';
import { preferredType } from './accept';

const [JSON_TYPE, CSV] = ['application/json', 'text/csv'];

test.each([
  [undefined, JSON_TYPE],
  ['', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['application/json', JSON_TYPE],
  ['text/csv', CSV],
  ['Text/CSV', CSV],
  ['text/csv; charset=utf-8; header=present', CSV],
  ['text/*', CSV],
  ['application/*', JSON_TYPE],
  ['text/csv, application/json', JSON_TYPE],
  ['application/json;q=0.9, text/csv', CSV],
  ['text/csv;q=0.9, application/json', JSON_TYPE],
  ['text/csv;q=0.5, */*;q=0.1', CSV],
  ['text/csv;q=0.5, */*', JSON_TYPE],
  ['text/csv, */*', CSV],
  ['text/csv;q=0, text/*', JSON_TYPE],
  ['application/json;q=0, */*', CSV],
  ['application/json;q=0', JSON_TYPE],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', JSON_TYPE],
  ['image/png', JSON_TYPE],
  ['text/csv;q=2', JSON_TYPE],
  ['text/csv;q=high', JSON_TYPE],
  ['text/csv;q=0.0000', JSON_TYPE],
  [' ,;,text/csv ; Q=1.000,', CSV],
])('%j is answered with %s', (accept, type) =>
  expect(preferredType(accept, ['application/json', 'text/csv'])).toBe(type),
);

test('whatever a client accepts, it is answered with what there is', () =>
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (accept) => {
      expect([JSON_TYPE, CSV]).toContain(preferredType(accept, ['application/json', 'text/csv']));
    }),
    { seed: 5, numRuns: 300 },
  ));
