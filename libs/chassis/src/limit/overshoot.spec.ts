import { Logger } from '@nestjs/common';
import { Fleet } from '../testing/limit-model/fleet';
import type { Bucket } from './rate-counters';
import { mostStranded } from './slice';

const agents = (limit: number, sliced = true): Bucket => ({
  ...{ name: 'agent', limit, windowMs: 3_600_000, sliced },
});
const fleetOf = (replicas: number): Fleet => new Fleet(Array<number>(replicas).fill(0));

/** Asks the replica so many times, or until it refuses; answers how many passed. */
async function pass(fleet: Fleet, replica: number, bucket: Bucket, most = Infinity) {
  for (let passed = 0; passed < most; passed += 1)
    if (!(await fleet.take(replica, bucket, 'a')).allowed) return passed;
  return most;
}

/** Asks the replicas in turn; answers how many passed until the first was refused, and until all were. */
async function passInTurn(fleet: Fleet, bucket: Bucket): Promise<{ first: number; all: number }> {
  const replicas = fleet.replicas.length;
  let [all, first, refused] = [0, -1, 0];
  for (let nth = 0; refused < replicas; nth += 1) {
    const passed = await pass(fleet, nth % replicas, bucket, 1);
    if (passed === 0 && first < 0) first = all;
    refused = passed === 0 ? refused + 1 : 0;
    all += passed;
  }
  return { first, all };
}

/** The figures of ADR 16. */
const SIZES = [
  { limit: 1_000, replicas: 2, short: 22 },
  { limit: 1_000, replicas: 6, short: 110 },
  { limit: 360_000, replicas: 2, short: 1_500 },
  { limit: 360_000, replicas: 6, short: 7_500 },
];

test.each(SIZES)(
  'rule 20: of $limit requests over $replicas replicas in turn none is refused too early, and none too late',
  async ({ limit, replicas }) =>
    expect(await passInTurn(fleetOf(replicas), agents(limit))).toEqual({
      first: limit,
      all: limit,
    }),
);

test.each(SIZES)(
  'rule 20: of $limit requests over $replicas replicas $short are refused too early at the very worst, and pass where they are held',
  async ({ limit, replicas, short }) => {
    const [fleet, bucket] = [fleetOf(replicas), agents(limit)];
    const slice = Math.min(Math.floor(limit / 64), 1_000);
    let passed = 0;
    // All but the first ask for a second slice when half of the one they have is used, and fall silent.
    for (let i = 1; i < replicas; i += 1)
      passed += await pass(fleet, i, bucket, Math.ceil(slice / 2));
    passed += await pass(fleet, 0, bucket);
    const proven = (replicas - 1) * mostStranded(limit);
    expect(proven).toBe(short);
    expect(limit - passed).toBeLessThanOrEqual(proven);
    expect(limit - passed).toBeGreaterThan(0.9 * proven);
    for (let i = 1; i < replicas; i += 1) passed += await pass(fleet, i, bucket);
    expect(passed).toBe(limit);
  },
);

test.each([
  { after: 0, replicas: 2, inAll: 2_000 },
  { after: 500, replicas: 2, inAll: 1_501 },
  { after: 900, replicas: 2, inAll: 1_101 },
  { after: 0, replicas: 6, inAll: 6_000 },
  { after: 500, replicas: 6, inAll: 3_515 },
  { after: 900, replicas: 6, inAll: 1_515 },
])(
  'rule 20: with the store away after $after of 1000 requests $replicas replicas let pass $inAll of a user',
  async ({ after, replicas, inAll }) => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const passedBy = async (bucket: Bucket): Promise<number> => {
      const fleet = fleetOf(replicas);
      for (let i = 0; i < after; i += 1) await pass(fleet, i % replicas, bucket, 1);
      fleet.store.away = true;
      return after + (await passInTurn(fleet, bucket)).all;
    };
    expect(await passedBy(agents(1_000, false))).toBe(inAll);
    // Of an agent less: what the others have reserved is known to be taken.
    const ofAgent = await passedBy(agents(1_000));
    expect(ofAgent).toBeLessThanOrEqual(inAll);
    expect(ofAgent).toBeGreaterThan(0.95 * inAll);
  },
);
