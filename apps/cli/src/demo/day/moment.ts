import type { AgentName } from '../fleet';
import type { Dice } from './dice';

/** The door of the house that a sensor's news goes to. */
export type Door = 'native' | 'batch' | 'falco' | 'tetragon';

/** Something that a sensor tells. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly agent: AgentName;
  readonly door: Door;
  /** As the sensor prints it: JSON in one line. */
  readonly line: string;
}

/** Who saw it, and when. */
export interface Sight {
  readonly at: number;
  readonly agent: AgentName;
}

/** A program that runs. */
export interface Program {
  readonly executable: string;
  readonly command: string;
}

/** The far end of a connection; without a name only its address is known. */
export interface Place {
  readonly name?: string;
  readonly ip: string;
  readonly port: number;
}

const HOUR = 3_600_000;

/** Hours of the day that begins at `from`, as milliseconds since 1970. */
export const hour = (from: number, hours: number): number => Math.round(from + hours * HOUR);

/** A time as kernels tell it, to the nanosecond: RFC 3339. @param at milliseconds since 1970 */
export const stamp = (at: number, dice: Dice): string =>
  new Date(at).toISOString().replace('Z', `${dice.text(6, '0123456789')}Z`);
