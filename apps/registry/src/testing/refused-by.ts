import { Problem } from '@parapet/contracts';

/** What something is refused with. @throws Error when it is taken, and whatever it throws that is no refusal */
export function refusedBy(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('it was taken');
}
