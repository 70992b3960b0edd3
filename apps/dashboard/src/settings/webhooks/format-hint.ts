import { WEBHOOK_FORMATS, type WebhookFormat } from './webhook-values';

/** Where people are told: hosts that take nothing but messages of their own. */
const HOSTS: readonly (readonly [WebhookFormat, RegExp])[] = [
  ['slack', /^hooks\.slack(-gov)?\.com$/],
  ['pagerduty', /^events(\.eu)?\.pagerduty\.com$/],
  ['teams', /\.(logic\.azure|api\.powerplatform|webhook\.office)\.com$/],
];

const OF_PAGERDUTY =
  'The integration key goes into a header, X-Routing-Key, and is kept like a secret. With all events an alert is acknowledged and resolved as its issue is.';

/** Says which format a URL needs where that is known and another is chosen, or what else a format needs; null for nothing. */
export function formatHint(url: string, format: string): string | null {
  const host = URL.parse(url.trim())?.hostname ?? '';
  const needed = HOSTS.find(([, hosts]) => hosts.test(host))?.[0];
  const label = WEBHOOK_FORMATS.find(({ value }) => value === needed)?.label;
  if (label === undefined || needed === format) return format === 'pagerduty' ? OF_PAGERDUTY : null;
  return `${host} refuses what is written otherwise: choose ${label.replace(/,.*/, '')}`;
}
