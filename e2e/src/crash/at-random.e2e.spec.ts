import { seeded } from '../fleet/seeded';
import { play } from './round';

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 5);

/** One to three deaths: under load, or again while it starts and repairs. */
function livesOf(seed: number): readonly string[] {
  const random = seeded(seed);
  const underLoad = (): string => `under-load:${1 + Math.floor(random() * 400)}`;
  const starting = (): string => `while-starting:${200 + Math.floor(random() * 1200)}`;
  const again = Array.from({ length: Math.floor(random() * 3) }, () =>
    random() < 0.5 ? underLoad() : starting(),
  );
  return [underLoad(), ...again];
}

describe('rule 22: killed at a random moment under load, the house is exact afterwards', () => {
  const seeds = Array.from({ length: ROUNDS }, (_, i) => 1_000 + i);
  test.concurrent.each(seeds.map((seed) => [seed, livesOf(seed).join(', ')] as const))(
    'seed %i: %s',
    (seed) => play({ lives: livesOf(seed), seed, observations: 400 }),
  );
});
