import type { ObservationBody, SensorReport } from '@parapet/contracts';

/** What a sensor says of its own health. */
export type SensorHealth = Pick<SensorReport, 'event' | 'message' | 'lost'>;

/** What an event of a sensor is to the house: an observation; news of the sensor's own health; or nothing, with the reason. */
export type SensorOutcome =
  | { readonly kind: 'observation'; readonly body: ObservationBody }
  | ({ readonly kind: 'health' } & SensorHealth)
  | { readonly kind: 'skip'; readonly reason: string };

export const skip = (reason: string): SensorOutcome => ({ kind: 'skip', reason });
