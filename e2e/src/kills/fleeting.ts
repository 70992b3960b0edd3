import { isConnectionError } from '../fleet/load';
import { walk } from '../house/actors';
import type { Answer, Client } from '../house/client';
import { eventually } from '../house/eventually';
import type { Issue, Webhook } from '../house/shapes';
import type { Hearing } from './hearing';

/** A webhook that was made and ended between kills. */
export interface Fleeting {
  readonly path: string;
  /** Issues that were there before it. */
  readonly before: ReadonlySet<string>;
  /** When the house had said that it is disabled or deleted (milliseconds since 1970). */
  readonly endedAt: number;
}

/** Makes a webhook, lets it hear something, and disables or deletes it. While the house is away it is asked again. */
export async function aFleetingOne(
  admin: Client,
  hearing: Hearing,
  nth: number,
): Promise<Fleeting> {
  let tries = 0;
  const { path, made, before } = await eventually(async () => {
    const known = await walk<Issue>(admin, '/v1/issues?limit=1000');
    // What is answered 503 may have been made nevertheless: another try is another webhook.
    const path = `/fleeting/${nth}/${++tries}`;
    const made = await answered(() =>
      admin.post<Webhook>('/v1/webhooks', { url: hearing.url + path }),
    );
    const before = new Set(known.map(({ id }) => id));
    return made?.status === 201 && { path, made: made.body, before };
  });
  await eventually(() => hearing.at(path).length > 0);
  const at = `/v1/webhooks/${made.id}`;
  await eventually(async () => {
    const ended = await answered(() =>
      nth % 2 ? admin.delete(at) : admin.patch(at, { enabled: false }),
    );
    return ended !== null && [200, 204, 404].includes(ended.status);
  });
  return { path, before, endedAt: Date.now() };
}

/** Null when no answer came. */
async function answered<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T> | null> {
  try {
    return await ask();
  } catch (error) {
    if (isConnectionError(error)) return null;
    throw error;
  }
}
