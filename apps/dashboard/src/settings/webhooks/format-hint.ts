import { WEBHOOK_FORMATS, type WebhookFormat } from './webhook-values';

/** Where chats are told: hosts that take nothing but messages of their own. */
const CHATS: readonly (readonly [WebhookFormat, RegExp])[] = [
  ['slack', /^hooks\.slack(-gov)?\.com$/],
  ['teams', /\.(logic\.azure|api\.powerplatform|webhook\.office)\.com$/],
];

/** Says which format a URL needs where that is known and another is chosen; null for nothing. */
export function formatHint(url: string, format: string): string | null {
  const host = URL.parse(url.trim())?.hostname ?? '';
  const needed = CHATS.find(([, hosts]) => hosts.test(host))?.[0];
  const label = WEBHOOK_FORMATS.find(({ value }) => value === needed)?.label;
  if (label === undefined || needed === format) return null;
  return `${host} refuses what is written otherwise: choose ${label.replace(/,.*/, '')}`;
}
