import type { WebhookFormat } from '@parapet/contracts';
import type { CustomHeaders } from '../webhook/check-headers';

/** The header of a webhook that has the key of a service of PagerDuty. Headers are sealed: a body lies in the log as it is. */
const NAME = 'X-Routing-Key';
const HELD = '[redacted]';
const BEGINNING = `{"routing_key":"${HELD}"`;

/** An event that is kept without its key, which stands first. */
export const withKeyHeld = (event: object): object => ({ routing_key: HELD, ...event });

/**
 * What is sent, where this is kept: an event gets its key, anything else stays as it is. Null where there is none for it.
 * @param headers of the webhook, in lower case
 */
export function withKey(kept: string, headers: CustomHeaders): string | null {
  if (!kept.startsWith(BEGINNING)) return kept;
  const key = headers[NAME.toLowerCase()];
  if (key === undefined) return null;
  return `{"routing_key":${JSON.stringify(key)}${kept.slice(BEGINNING.length)}`;
}

/** Why an attempt sends nothing, where there is none. */
export const KEY_MISSING = `the webhook has no header ${NAME} any more, which this event needs`;

/** What is wrong with a webhook of this format that sends headers of these names (lower case); null when nothing is. */
export const keyMistake = (format: WebhookFormat, names: readonly string[]): string | null =>
  format !== 'pagerduty' || names.includes(NAME.toLowerCase())
    ? null
    : `headers must have ${NAME} where format is pagerduty`;
