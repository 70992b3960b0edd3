import type { Moment } from './moment';
import { ordinaryDay } from './ordinary';
import { type Planted, plantedIn } from './planted';
import { sensorsOf } from './sensors';

/** A day of the fleet. */
export interface Day {
  /** All of it, in order of time. */
  readonly moments: readonly Moment[];
  readonly planted: readonly Planted[];
}

/** The same for the same seed and beginning. @param from when it begins, milliseconds since 1970 */
export function dayOf(seed: number, from: number): Day {
  const sensors = sensorsOf(seed);
  const planted = plantedIn(from, sensors);
  const all = [...planted.flatMap(({ moments }) => moments), ...ordinaryDay(from, sensors)];
  return { planted, moments: all.toSorted((a, b) => a.at - b.at) };
}
