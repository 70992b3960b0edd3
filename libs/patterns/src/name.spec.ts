import { domainToASCII } from 'node:url';
import { normaliseName } from './name';

test.each([
  'ΕΛΛΑΣ-ΤΡΑΠΕΖΑ.gr',
  'ΟΔΟΣ.example',
  'ΑΣ.gr',
  'οδος.example',
  'BÜCHER.example',
  'İSTANBUL.example',
  'ẞ.example',
])('%s has the form in which DNS is asked for it', (name) =>
  expect(normaliseName(name)).toBe(domainToASCII(name)),
);

test('a sigma at the end of a word is another letter where it was written as one', () =>
  expect(normaliseName('οδος.example')).not.toBe(normaliseName('ΟΔΟΣ.example')));
