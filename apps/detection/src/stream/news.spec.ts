import fc from 'fast-check';
import { Changes } from './news';

const noted = (...facts: readonly (readonly [key: string, offset: number])[]): Changes => {
  const changes = new Changes();
  for (const [key, offset] of facts) changes.add(key, { partition: 0, offset });
  return changes;
};

test('facts of one noun are one change, told where the first of them lies', () => {
  expect(noted(['a', 5], ['b', 7], ['a', 9]).take()).toEqual([
    { key: 'a', partition: 0, last: 9, then: 7 },
    { key: 'b', partition: 0, last: 7, then: 10 },
  ]);
});

test('what was taken waits no more', () => {
  const changes = noted(['a', 5]);
  changes.take();
  expect([changes.size, changes.take()]).toEqual([0, []]);
});

test('rule 19: whoever is cut off between two messages resumes before the first fact of all that it was not told', () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(keys, (facts) => {
      const changes = noted(...facts.map((key, offset) => [key, offset] as const)).take();
      for (const [i, { then }] of changes.entries()) {
        const untold = changes
          .slice(i + 1)
          .map(({ key }) => facts.findIndex((fact) => fact === key));
        expect(untold.filter((first) => first < then)).toEqual([]);
      }
      expect(changes.at(-1)?.then).toBe(facts.length);
    }),
    { seed: 7, numRuns: 300 },
  );
});
