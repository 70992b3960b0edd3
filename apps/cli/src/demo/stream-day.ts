import { setTimeout as pause } from 'node:timers/promises';
import type { Door, Moment } from './day/moment';
import type { Enrolled } from './house/enrol';
import { deliver, linesAtOnce, type Outcome } from './house/doors';

/** What a sensor that may send many lines gathers before it does. */
const GATHER_MS = 250;

/** How a day is played. */
export interface Pace {
  /** When the day begins, milliseconds since 1970. */
  readonly from: number;
  /** How many times as fast as it was. */
  readonly speed: number;
  readonly signal: AbortSignal;
  /** Called as soon as the house has answered. */
  took(moment: Moment, outcome: Outcome): void;
}

/**
 * Sends each moment when its time has come, with the token of its agent. What one sensor tells goes out in order; sensors do not wait
 * for each other.
 * @throws Error for what the house refuses, and when it is gone
 */
export async function streamDay(
  moments: readonly Moment[],
  fleet: readonly Enrolled[],
  pace: Pace,
): Promise<void> {
  const began = performance.now();
  const dueAt = ({ at }: Moment): number => began + (at - pace.from) / pace.speed;
  const play = async (agent: Enrolled, door: Door): Promise<void> => {
    const most = linesAtOnce(door);
    let rest = moments.filter((one) => one.agent === agent.name && one.door === door);
    for (let [first] = rest; first; [first] = rest) {
      await waitUntil(dueAt(first) + (most > 1 ? GATHER_MS : 0), pace.signal);
      const now = performance.now();
      const load = rest.slice(0, most).filter((one) => one === first || dueAt(one) <= now);
      const outcomes = await deliver(agent.client, door, load, pace.signal);
      for (const [i, moment] of load.entries()) pace.took(moment, outcomes[i] ?? 'skipped');
      rest = rest.slice(load.length);
    }
  };
  const doors = new Set(moments.map(({ door }) => door));
  await Promise.all(fleet.flatMap((agent) => [...doors].map((door) => play(agent, door))));
}

async function waitUntil(at: number, signal: AbortSignal): Promise<void> {
  const ms = at - performance.now();
  if (ms > 1) await pause(ms, undefined, { signal });
}
