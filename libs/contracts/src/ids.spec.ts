import fc from 'fast-check';
import { derivedId, digest, eventId, ID_PREFIXES, randomId } from './ids';

test.each(ID_PREFIXES)('%s ids are random, prefixed and safe in a URL', (prefix) => {
  expect(randomId(prefix)).toMatch(new RegExp(`^${prefix}_[A-Za-z0-9_-]{22}$`));
  expect(randomId(prefix)).not.toBe(randomId(prefix));
});

test('the same parts give the same id, other parts another', () => {
  expect(derivedId('issue', ['a', 'b'])).toBe(derivedId('issue', ['a', 'b']));
  expect(derivedId('issue', ['a', 'b'])).toMatch(/^issue_[A-Za-z0-9_-]{27}$/);
});

test('no two different lists of parts are mistaken for each other', () => {
  const parts = fc.array(fc.string({ unit: fc.constantFrom('a', '1', ':', ';') }), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(parts, parts, (a, b) => {
      expect(digest(a) === digest(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
    { seed: 2, numRuns: 1_000 },
  );
});

test('ids of facts are unique', () =>
  expect(new Set(Array.from({ length: 1_000 }, eventId)).size).toBe(1_000));
