import type { Client } from 'undici';
import { failureOf } from './failure';

/** What a process waits for before it may get traffic, and why, by what it is; empty when it is ready. */
export type Missing = Readonly<Record<string, string>>;

/** Asks an address what is missing there. Never rejects: that nobody answers is an answer. */
export async function missingAt(address: Client): Promise<Missing> {
  try {
    const { statusCode, body } = await address.request({ path: '/readyz', method: 'GET' });
    const said = await body.text();
    return statusCode === 200 ? {} : missingIn(said, statusCode);
  } catch (error) {
    return { process: failureOf(error) === 'late' ? 'does not answer in time' : 'is away' };
  }
}

/** What stands in the answer of a process that is not ready. */
function missingIn(said: string, status: number): Missing {
  try {
    const { missing = {} } = JSON.parse(said) as { readonly missing?: Missing };
    if (Object.keys(missing).length > 0) return missing;
  } catch {
    // Whoever answers there is no process of this house.
  }
  return { process: `answers ${status}` };
}
