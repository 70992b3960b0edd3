import { Problem, type WebhookFormat } from '@parapet/contracts';
import { keyMistake } from '../message/routing-key';

/** The description of a webhook, which has the key that its format needs. @throws Problem `bad_request` where it has not */
export function withItsKey<
  D extends { readonly format: WebhookFormat; readonly header_names: readonly string[] },
>(described: D): D {
  const mistake = keyMistake(described.format, described.header_names);
  if (mistake === null) return described;
  throw new Problem(
    'bad_request',
    mistake,
    'give it the integration key that PagerDuty shows for a service with the Events API v2',
  );
}
