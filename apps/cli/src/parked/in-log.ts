import { Metrics, openLog, systemClock } from '@parapet/chassis';
import type { EventLog } from '@parapet/eventlog';
import { inPatience, patience } from '../patience';
import type { Surroundings } from '../surroundings';

/** Does something with the log of the house, and leaves it. @throws Error with a sentence when it is away, or another's */
export async function inLog<T>(
  { settings }: Pick<Surroundings, 'settings'>,
  work: (log: EventLog) => Promise<T>,
): Promise<T> {
  const signal = patience();
  const options = { settings: settings(), clock: systemClock, metrics: new Metrics(), signal };
  const log = await inPatience(signal, openLog(options));
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}
