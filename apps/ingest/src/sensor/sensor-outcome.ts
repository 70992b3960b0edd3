import type { ObservationBody, SensorReport } from '@parapet/contracts';

/** What a sensor says of its own health. */
export interface SensorHealth extends Pick<SensorReport, 'event' | 'message' | 'lost'> {
  /** When that was, as it says; what it says to have lost counts once by that. */
  readonly time?: string | undefined;
}

/** What an event of a sensor is to the house: an observation; news of the sensor's own health; or nothing, with the reason. */
export type SensorOutcome =
  | { readonly kind: 'observation'; readonly body: ObservationBody }
  | ({ readonly kind: 'health' } & SensorHealth)
  | { readonly kind: 'skip'; readonly reason: string };

export const skip = (reason: string): SensorOutcome => ({ kind: 'skip', reason });

/** What is not kept as an observation. */
export type Unkept = Exclude<SensorOutcome, { readonly kind: 'observation' }>;

/** How that is answered. */
export interface Skipped {
  readonly status: 'skipped';
  readonly reason: string;
}

export const skippedAs = (outcome: Unkept): Skipped => ({
  status: 'skipped',
  reason: outcome.kind === 'skip' ? outcome.reason : `health of the sensor: ${outcome.event}`,
});
