import { digest, type Loss, nanoseconds, type SensorReport } from '@parapet/contracts';

/** What a sensor says of its own health, as far as a loss is known by it. */
interface Report extends Pick<SensorReport, 'sensor' | 'event' | 'lost'> {
  /** When that was, as the sensor says; undefined where it does not. */
  readonly time?: string | undefined;
}

const DAY_MS = 86_400_000;

/**
 * What a report says to have lost; null for nothing, and for what cannot be told from its repetition: without a time, or with one that
 * cannot be, which would make all losses that come after a clock was set right look old.
 * @param now milliseconds since 1970
 */
export function lossOf({ sensor, event, lost, time }: Report, now: number): Loss | null {
  const at = time === undefined ? null : nanoseconds(time);
  if (lost === 0 || at === null || at < 0n || at > BigInt(now + DAY_MS) * 1_000_000n) return null;
  const prefix = (at / 1_000_000n).toString(36).padStart(9, '0');
  return { sensor, lost, id: `${prefix}${digest([event, String(at), String(lost)], 12)}` };
}
