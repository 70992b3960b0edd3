import { evolvePolicy, type Policy, type PolicyEvent, type Recorded } from '@parapet/contracts';
import fc from 'fast-check';
import { FACTS } from '../../testing/command-facts';
import { foldVersions } from './fold-versions';
import type { PolicyVersion } from './policy-version.collection';

type Records = readonly Recorded<PolicyEvent>[];

/** The versions of these facts, folded in batches of `size`, each of them delivered twice. */
function versionsOf(records: Records, size: number): readonly PolicyVersion[] {
  const known = new Map<string, PolicyVersion>();
  for (let i = 0; i < records.length; i += size)
    for (const _ of ['first', 'again'])
      for (const version of foldVersions(known, records.slice(i, i + size)))
        known.set(version.id, version);
  return [...known.values()];
}

/** The state after each fact that counts, by the fold that every other reader uses. */
function counting(records: Records): readonly Policy[] {
  const states = new Map<string, Policy>();
  return records.flatMap(({ key, event }) => {
    const [was, now] = [states.get(key), evolvePolicy(states.get(key), event)];
    if (!now || now === was) return [];
    states.set(key, now);
    return [now];
  });
}

test('rule 6: of the facts about policies exactly those make a version that count for every reader', () => {
  let counted = 0;
  fc.assert(
    fc.property(FACTS.policies, fc.integer({ min: 1, max: 4 }), (records, size) => {
      const versions = versionsOf(records, size);
      expect(versions.map(({ policy }) => policy)).toEqual(counting(records));
      counted += versions.length;
    }),
    { seed: 7, numRuns: 300 },
  );
  expect(counted).toBeGreaterThan(100);
});
