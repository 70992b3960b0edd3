import { TOPICS } from '@parapet/contracts';
import type { Offsets } from '@parapet/eventlog';

/** The topics that streams tell of. */
export type StreamTopic = 'issues' | 'agents';

/**
 * How far a stream has told: everything below these offsets, and which agents had fallen silent or come back up to the moment `at`
 * (milliseconds since 1970), which no fact of these topics says.
 */
export interface Place extends Readonly<Record<StreamTopic, Offsets>> {
  readonly at: number;
}

const FORM = /^i([\d.]{1,100})a([\d.]{1,100})t(\d{1,15})$/;

/** The id of a message: `i4.0.17a2.9.1t1772532672123`. */
export const placeId = ({ issues, agents, at }: Place): string =>
  `i${issues.join('.')}a${agents.join('.')}t${at}`;

/** Null for what is no id of ours. */
export function placeOf(id: string): Place | null {
  const [, issues = '', agents = '', at = ''] = FORM.exec(id) ?? [];
  const place = { issues: offsetsOf(issues), agents: offsetsOf(agents), at: Number(at) };
  return fits(place.issues, 'issues') && fits(place.agents, 'agents') ? place : null;
}

const offsetsOf = (text: string): Offsets =>
  text.split('.').map((digits) => (/^\d{1,15}$/.test(digits) ? Number(digits) : NaN));

const fits = (offsets: Offsets, topic: StreamTopic): boolean =>
  offsets.length === TOPICS[topic].partitions && !offsets.some(Number.isNaN);

/** How many offsets lie between two places of a topic, over all partitions; negative parts do not count. */
export const distance = (from: Offsets, to: Offsets): number =>
  to.reduce((sum, end, partition) => sum + Math.max(0, end - (from[partition] ?? 0)), 0);

/** Whether a place lies behind the ends of the log: it was given out by another house, or over a log that was lost. */
export const isBeyond = (place: Place, ends: Omit<Place, 'at'>): boolean =>
  distance(ends.issues, place.issues) > 0 || distance(ends.agents, place.agents) > 0;

/** In each partition the greater of two offsets. */
export const furthest = (offsets: Offsets, others: Offsets): Offsets =>
  offsets.map((was, partition) => Math.max(was, others[partition] ?? 0));

/** The same offsets, but in one partition at least `next`. */
export const advanced = (offsets: Offsets, partition: number, next: number): Offsets =>
  offsets.map((was, p) => (p === partition ? Math.max(was, next) : was));
