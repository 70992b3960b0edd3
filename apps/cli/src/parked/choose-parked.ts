import { Misuse } from '../surroundings';
import { isOpen, type ParkedEntry } from './parked-entry';

/** The beginning of an id that tells it from others well enough to be typed. */
export const SHORT = 10;

/** Which entries a list shows. */
export interface ParkedFilter {
  readonly topic?: string | undefined;
  readonly group?: string | undefined;
  /** Also those that were retried or dropped. */
  readonly all?: boolean | undefined;
}

export const listed = (entries: readonly ParkedEntry[], filter: ParkedFilter): ParkedEntry[] =>
  entries.filter(
    (e) =>
      (filter.topic === undefined || e.topic === filter.topic) &&
      (filter.group === undefined || e.group === filter.group) &&
      (filter.all === true || isOpen(e)),
  );

/** What a command is told of the entries that it shall do something with. */
export interface Choice {
  readonly ids?: readonly string[] | undefined;
  readonly all?: boolean | undefined;
  readonly topic?: string | undefined;
  readonly group?: string | undefined;
}

/** @throws Misuse unless either ids are given or --all */
export function refuseUnclear(name: string, { ids = [], all }: Choice): void {
  if ((all === true) === ids.length > 0)
    throw new Misuse(`\`parked ${name}\` takes ids, or --all for everything that is open.`);
}

/** The entries that were asked for, each once. @throws Misuse when an id is none, or more than one */
export function wanted(entries: readonly ParkedEntry[], choice: Choice): ParkedEntry[] {
  const { ids = [], all, topic, group } = choice;
  if (all) return listed(entries, { topic, group });
  return [...new Set(ids.map((id) => chosen(entries, id)))];
}

/** The entry whose id is, or begins with, this text. @throws Misuse when there is none, or more than one */
export function chosen(entries: readonly ParkedEntry[], id: string): ParkedEntry {
  // Every id begins so: of one that is parked alone it would be taken for that.
  if (id === '') throw new Misuse('An id is empty: write the beginning of one, as listed.');
  const found = entries.filter((e) => e.id.startsWith(id));
  const [entry, ...more] = found;
  if (!entry) throw new Misuse(`There is no parked record ${id}.`);
  if (more.length > 0)
    throw new Misuse(`${found.length} parked records begin with ${id}: write more of the id.`);
  return entry;
}
