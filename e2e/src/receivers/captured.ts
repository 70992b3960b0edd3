import { unique } from '../house/actors';
import type { Client } from '../house/client';
import { eventually } from '../house/eventually';
import type { Received, Receiver } from '../house/receiver';
import { newHook } from './hooks';

/** A request of the house as it arrived elsewhere, and the secret of its webhook. */
export interface Captured {
  readonly secret: string;
  /** Those that sign. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-service-signature'];

/** Lets the house send a test to a webhook of its own, and takes it down there. */
export async function capture(admin: Client, witness: Receiver): Promise<Captured> {
  const path = `/${unique('captured')}`;
  const { id, secret } = await newHook(admin, witness.url + path);
  expect((await admin.post(`/v1/webhooks/${id}/test`)).status).toBe(200);
  const { headers, body } = await eventually((): Received | undefined => witness.at(path)[0]);
  const signed = SIGNED.map((name) => [name, String(headers[name])] as const);
  return { secret, headers: Object.fromEntries(signed), body };
}
