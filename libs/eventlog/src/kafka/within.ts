import { Unavailable } from '@parapet/contracts';

/** No answer came in time. */
export class TooLate extends Unavailable {}

/** What `work` resolves to, or TooLate (which is Unavailable) when that takes longer than `ms`; what comes later is ignored. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new TooLate(`Kafka is away: ${what} took longer than ${ms} ms`)),
    ms,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
