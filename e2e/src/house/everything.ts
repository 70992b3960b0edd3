import { walk } from './actors';
import type { Client } from './client';
import { eventually } from './eventually';
import type { Delivery } from './shapes';

interface Named {
  readonly id: string;
  /** Moves by asking: at most once in a quarter of an hour. */
  readonly last_used?: unknown;
}

/** A histogram moves by itself, with the time. */
interface Counted {
  readonly histogram: unknown;
}

/** Everything that the API says, list by list and one by one. The same answers mean the same house. */
export async function everything(admin: Client): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const list of ['issues', 'events', 'policies', 'agents', 'webhooks']) {
    const items = await walk<Named>(admin, `/v1/${list}?limit=7`);
    all[list] = items;
    for (const { id } of items) all[id] = (await admin.get(`/v1/${list}/${id}`)).body;
    if (list === 'issues')
      for (const { id } of items)
        all[`${id} events`] = await walk(admin, `/v1/issues/${id}/events`);
    if (list === 'policies')
      for (const { id } of items)
        all[`${id} versions`] = await walk(admin, `/v1/policies/${id}/versions`);
    if (list === 'webhooks')
      for (const { id } of items)
        all[`${id} deliveries`] = await walk(admin, `/v1/webhooks/${id}/deliveries`);
  }
  const { histogram: _, ...counts } = (await admin.get<Counted>('/v1/issues/summary')).body;
  all['issues counted'] = counts;
  all['audit'] = await walk(admin, '/v1/audit?limit=7');
  const tokens = await walk<Named>(admin, '/v1/tokens');
  all['tokens'] = tokens.map(({ last_used: _, ...token }) => token);
  return all;
}

/** Everything that the API says, once it says the same twice in a row and no delivery waits for its first attempt: nothing is under way. */
export const everythingAtRest = (admin: Client): Promise<Record<string, unknown>> =>
  eventually(async () => {
    const first = await everything(admin);
    const again = await everything(admin);
    expect(again).toEqual(first);
    const waiting = Object.values(again).flat().filter(isNotAttempted);
    expect(waiting).toEqual([]);
    return again;
  });

/** Of anything that is listed, whether it is such a delivery. */
function isNotAttempted(item: unknown): boolean {
  const { status, attempts } = Object(item) as Partial<Delivery>;
  return status === 'pending' && attempts?.length === 0;
}
