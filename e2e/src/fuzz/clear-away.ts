import { walk } from '../house/actors';
import type { Client } from '../house/client';

interface Made {
  readonly id: string;
  /** Of tokens: how it came to be. */
  readonly origin?: string;
}

/**
 * Deletes all agents, policies, webhooks and tokens that were made through the API, so that what a house holds afterwards is its own,
 * and deliveries to ever more webhooks do not pile up.
 */
export async function clearAway(admin: Client): Promise<void> {
  for (const list of ['webhooks', 'policies', 'agents', 'tokens']) {
    const all = await walk<Made>(admin, `/v1/${list}?limit=1000`);
    for (const { id, origin = 'api' } of all)
      if (origin === 'api') await admin.delete(`/v1/${list}/${id}`);
  }
}
