import { seeded } from '../fleet/seeded';

/** One `kill -9`, and when it comes back. */
export interface Kill {
  /** A process that plans and sends, the log, or the database. */
  readonly target: 'notifier-1' | 'notifier-2' | 'log' | 'database';
  /** Whether it waits until the house is itself again: others hit a house that is still reeling. */
  readonly waits: boolean;
  /** How long after that, or after the one before has been started again (ms). */
  readonly afterMs: number;
  /** How long it is away (ms). */
  readonly downMs: number;
}

/** Of ten kills, one hits the log and one the database: the others fall between send and record. */
const TEN = [
  ...['notifier-1', 'notifier-2', 'notifier-1', 'notifier-2', 'log'],
  ...['notifier-1', 'notifier-2', 'notifier-1', 'notifier-2', 'database'],
] as const satisfies readonly Kill['target'][];

/** So many kills, a few of them in a row, always the same for a seed. */
export function planKills(seed: number, count: number, inARow: number): readonly Kill[] {
  const random = seeded(seed * 104_729);
  const below = (limit: number): number => Math.floor(random() * limit);
  const drawn: Kill['target'][] = [];
  const left: Kill['target'][] = [];
  while (drawn.length < count) {
    if (left.length === 0) left.push(...TEN);
    drawn.push(...left.splice(below(left.length), 1));
  }
  return drawn.map((target, nth) => ({
    target,
    waits: nth % inARow === 0,
    afterMs: below(2_000),
    downMs: below(1_000),
  }));
}
