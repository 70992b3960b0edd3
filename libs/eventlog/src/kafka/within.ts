import { Unavailable } from '@parapet/contracts';

/** What `work` resolves to, or Unavailable when that takes longer than `ms`; what comes later is ignored. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Unavailable(`Kafka is away: ${what} took longer than ${ms} ms`)),
    ms,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
