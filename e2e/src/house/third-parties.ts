import { verify } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { Received } from './receiver';

/**
 * What is wrong with a request by the judgement of others: the library of Standard Webhooks for its headers, and a stock
 * verifier of GitHub's webhooks for `X-Service-Signature`. Empty when both take it.
 */
export async function faultsOf(secret: string, { headers, body }: Received): Promise<string[]> {
  const one = (name: string): string => String(headers[name]);
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
  const signed = Object.fromEntries(names.map((name) => [name, one(name)]));
  const faults: string[] = [];
  try {
    new StandardWebhook(secret).verify(body, signed);
  } catch (error) {
    faults.push(`Standard Webhooks: ${String(error)}`);
  }
  const isRight = await verify(secret, body, one('x-service-signature'));
  return isRight ? faults : [...faults, 'X-Service-Signature: it does not verify'];
}
