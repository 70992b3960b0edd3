/**
 * Does what must be done before a time that comes soon, which it is told. Where the machine stood still until then, what came of it says
 * nothing: it is done again, with a later time.
 */
export async function inTime<T>(work: (time: string) => Promise<T>, withinMs = 1_500): Promise<T> {
  const end = Date.now() + withinMs;
  try {
    return await work(new Date(end).toISOString());
  } catch (error) {
    if (Date.now() < end) throw error;
    return inTime(work, 3 * withinMs);
  }
}
