import { Misuse } from '../surroundings';
import type { ParkedEntry } from './parked-entry';

/** The beginning of an id that tells it from others well enough to be typed. */
export const SHORT = 10;

/** Which entries a list shows. */
export interface ParkedFilter {
  readonly topic?: string | undefined;
  readonly group?: string | undefined;
  /** Also those that were retried. */
  readonly all?: boolean | undefined;
}

export const listed = (entries: readonly ParkedEntry[], filter: ParkedFilter): ParkedEntry[] =>
  entries.filter(
    (e) =>
      (filter.topic === undefined || e.topic === filter.topic) &&
      (filter.group === undefined || e.group === filter.group) &&
      (filter.all === true || e.retried_at === null),
  );

/** The entry whose id is, or begins with, this text. @throws Misuse when there is none, or more than one */
export function chosen(entries: readonly ParkedEntry[], id: string): ParkedEntry {
  const found = entries.filter((e) => e.id.startsWith(id));
  const [entry, ...more] = found;
  if (!entry) throw new Misuse(`There is no parked record ${id}.`);
  if (more.length > 0)
    throw new Misuse(`${found.length} parked records begin with ${id}: write more of the id.`);
  return entry;
}
