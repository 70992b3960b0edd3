import type { Sensor } from './agent-tally';

/** Something that a sensor says to have lost. */
export interface Loss {
  readonly sensor: Sensor;
  /** The same for the same report, however often it is sent; begins with its time, so that ids sort by it. */
  readonly id: string;
  /** How many events; more than 0. */
  readonly lost: number;
}

/** Ids of the losses that each sensor told of last, by its own time, the oldest first. */
export type KnownLosses = Readonly<Partial<Record<Sensor, readonly string[]>>>;

/** Those of hours: a sensor tells of a loss every ten seconds at most, and of none as a rule. */
export const LOSSES_REMEMBERED = 128;

/**
 * Whether a loss was counted. One that is older than all that are remembered was: a sensor tells of its losses in their order, and
 * what is sent again, such as a file from its beginning, is older the longer it is.
 */
export function isKnownLoss(known: KnownLosses | undefined, { sensor, id }: Loss): boolean {
  const ids = known?.[sensor] ?? [];
  const [oldest = ''] = ids;
  return ids.includes(id) || (ids.length >= LOSSES_REMEMBERED && id < oldest);
}

/** The same with more losses; of each sensor the newest stay. */
export const withLosses = (known: KnownLosses | undefined, more: readonly Loss[]): KnownLosses =>
  more.reduce((ids, { sensor, id }) => bothLosses(ids, { [sensor]: [id] }), known ?? {});

/** Those of both; of each sensor the newest. */
export function bothLosses(some: KnownLosses, others: KnownLosses): KnownLosses {
  const ids: Partial<Record<Sensor, readonly string[]>> = { ...some };
  for (const sensor of Object.keys(others) as Sensor[])
    ids[sensor] = [...new Set([...(some[sensor] ?? []), ...(others[sensor] ?? [])])]
      .sort()
      .slice(-LOSSES_REMEMBERED);
  return ids;
}
