import type { EventLog } from '@parapet/eventlog';
import { inPatience, patience } from '../patience';
import { plainLoggerAt } from '../plain-logger';
import type { Surroundings } from '../surroundings';

/** Does something with the log of the house, and leaves it. @throws Error with a sentence when it is away, or another's */
export async function inLog<T>(
  { settings, terminal }: Pick<Surroundings, 'settings' | 'terminal'>,
  work: (log: EventLog) => Promise<T>,
): Promise<T> {
  const { Metrics, openLog, systemClock } = await import('@parapet/chassis');
  await plainLoggerAt(terminal);
  const signal = patience();
  const options = {
    settings: await settings(),
    clock: systemClock,
    metrics: new Metrics(),
    signal,
  };
  const log = await inPatience(signal, openLog(options));
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}
