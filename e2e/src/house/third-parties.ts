import { verifyWithFallback } from '@octokit/webhooks-methods';
import { AdaptiveCard, SerializationContext } from 'adaptivecards/dist/adaptivecards.js';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { Received } from './receiver';

/**
 * What is wrong with a request by the judgement of others: the library of Standard Webhooks for its headers, and a stock
 * verifier of GitHub's webhooks for `X-Service-Signature`. Empty when both take it, by one of the secrets.
 */
export async function faultsOf(secrets: readonly string[], request: Received): Promise<string[]> {
  const { headers, body } = request;
  const one = (name: string): string => String(headers[name]);
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
  const signed = Object.fromEntries(names.map((name) => [name, one(name)]));
  const isStandard = secrets.some((secret) => isVerified(secret, body, signed));
  const [first = '', ...others] = secrets;
  const given = one('x-service-signature');
  const isService = await verifyWithFallback(first, body, given, others);
  return [
    ...(isStandard ? [] : [`Standard Webhooks: ${JSON.stringify(signed)}`]),
    ...(isService ? [] : [`X-Service-Signature: ${given}`]),
  ];
}

function isVerified(secret: string, body: string, signed: Record<string, string>): boolean {
  try {
    new StandardWebhook(secret).verify(body, signed);
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with an Adaptive Card by the judgement of its makers' library. */
export function faultsOfCard(content: object): string[] {
  const context = new SerializationContext();
  const card = new AdaptiveCard();
  card.parse(content, context);
  const parsed = Array.from({ length: context.eventCount }, (_, i) => context.getEventAt(i));
  return [...parsed, ...card.validateProperties().validationEvents].map(({ message }) => message);
}
