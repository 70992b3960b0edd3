import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { Fleet } from '../testing/limit-model/fleet';
import { Passed } from '../testing/limit-model/passed';
import type { Bucket } from './rate-counters';

const BUCKETS: readonly Bucket[] = [
  { name: 'user', limit: 7, windowMs: 8_000 },
  { name: 'agent', limit: 9, windowMs: 8_000, sliced: true },
  { name: 'wide', limit: 640, windowMs: 20_000, sliced: true },
];
/** While it may still leave the store alone. */
const LEAVE_ALONE_MS = 1_000;

beforeEach(() => void jest.spyOn(Logger.prototype, 'warn').mockReturnValue());

/** What the model knows of the fleet. */
interface Known {
  readonly passed: Passed;
  /** When the store was last away, by the fleet's clock. */
  awayAt: number;
  away: boolean;
}
type Command = fc.AsyncCommand<Known, Fleet>;
const always = (): boolean => true;

class Take implements Command {
  readonly check = always;
  constructor(
    readonly asks: {
      readonly replica: number;
      readonly bucket: Bucket;
      readonly key: string;
      readonly times: number;
    },
  ) {}

  async run(known: Known, fleet: Fleet): Promise<void> {
    const { bucket, key, times } = this.asks;
    const index = this.asks.replica % fleet.replicas.length;
    const { counters, skew } = fleet.replica(index);
    if (known.away) known.awayAt = fleet.now;
    const asking = fleet.now - known.awayAt > LEAVE_ALONE_MS;
    const wrong: string[] = [];
    for (let i = 0; i < times; i += 1) {
      const standing = await fleet.take(index, bucket, key);
      const now = fleet.now + skew;
      const taken = { bucket, key, standing, process: counters, now, ever: fleet.ever, asking };
      wrong.push(...known.passed.wrong(taken));
    }
    expect(wrong).toEqual([]);
  }

  toString = (): string =>
    `take ${this.asks.times} of ${this.asks.bucket.name}/${this.asks.key} at ${this.asks.replica}`;
}

class Wait implements Command {
  readonly check = always;
  constructor(readonly ms: number) {}
  run(_: Known, fleet: Fleet): Promise<void> {
    fleet.now += this.ms;
    return Promise.resolve();
  }
  toString = (): string => `wait ${this.ms} ms`;
}

class Store implements Command {
  readonly check = always;
  constructor(readonly away: boolean) {}
  run(known: Known, fleet: Fleet): Promise<void> {
    known.away = fleet.store.away = this.away;
    return Promise.resolve();
  }
  toString = (): string => (this.away ? 'the store goes' : 'the store is back');
}

class Restart implements Command {
  readonly check = always;
  constructor(readonly replica: number) {}
  run(_: Known, fleet: Fleet): Promise<void> {
    fleet.restart(this.replica % fleet.replicas.length);
    return Promise.resolve();
  }
  toString = (): string => `restart ${this.replica}`;
}

const rarely = fc.nat(19).map((n) => n === 0);
const replica = fc.nat(2);
const take = fc
  .record({
    replica,
    bucket: fc.constantFrom(...BUCKETS),
    key: fc.constantFrom('a', 'a', 'a', 'b'),
    times: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 250 })),
  })
  .map((asks) => new Take(asks));
// To the very edge of a window and over it, too.
const wait = fc.oneof(fc.constantFrom(1, 999, 1_000, 1_001), fc.nat(1_500));
const calm = [take, wait.map((ms) => new Wait(ms)), replica.map((r) => new Restart(r))];
const outages = fc.boolean().map((away) => new Store(away));

const holds = (commands: fc.Arbitrary<Iterable<Command>>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 1, maxLength: 3 }),
      commands,
      (skews, steps) =>
        fc.asyncModelRun(
          () => ({
            model: { passed: new Passed(), awayAt: -Infinity, away: false },
            real: new Fleet(skews),
          }),
          steps,
        ),
    ),
    { seed: 20, numRuns: 200 },
  );

test('rule 20: replicas with clocks of their own, restarted at will, count together as one naive counter, or by slices never above the limit and never far below', () =>
  holds(fc.commands(calm, { maxCommands: 80, size: 'max' })));

test('rule 20: with the store away and back, a window passes no more than the limit and what replicas let pass alone, and none passes more than the limit', () =>
  holds(fc.commands([...calm, outages], { maxCommands: 80, size: 'max' })));

test('rule 20: whatever order answers of the store come in, and whichever are lost, no replica passes more than the limit', () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.constantFrom(...BUCKETS.slice(0, 2).map((b) => ({ ...b, windowMs: 3_600_000 }))),
      fc.array(fc.record({ replica: fc.nat(1), lost: rarely, wait: fc.nat(3) }), {
        ...{ maxLength: 60, size: 'max' },
      }),
      async (scheduler, bucket, requests) => {
        const fleet = new Fleet([0, 0]);
        const passed = [0, 0];
        const lost = requests.map((request) => request.lost);
        const hopeful = !lost.includes(true);
        fleet.store.answer = async (count) => {
          const failing = lost.shift() ?? false;
          await scheduler.schedule(Promise.resolve());
          if (failing) throw new Error('the answer was lost');
          return count;
        };
        const open: Promise<void>[] = [];
        for (const request of requests) {
          const taken = fleet.take(request.replica, bucket, 'a').then(({ allowed, remaining }) => {
            expect(remaining).toBeGreaterThanOrEqual(0);
            if (allowed) passed[request.replica] = (passed[request.replica] ?? 0) + 1;
          });
          open.push(taken);
          for (let i = 0; i < request.wait && scheduler.count() > 0; i += 1)
            await scheduler.waitOne();
          // Some find that the store is worth asking again.
          fleet.now += request.wait === 0 ? 0 : LEAVE_ALONE_MS;
        }
        await scheduler.waitIdle();
        await Promise.all(open);
        for (const each of passed) expect(each).toBeLessThanOrEqual(bucket.limit);
        if (hopeful) expect((passed[0] ?? 0) + (passed[1] ?? 0)).toBeLessThanOrEqual(bucket.limit);
      },
    ),
    { seed: 20, numRuns: 300 },
  ));
