import { PLATFORM_NAMES, PLATFORMS } from '../../agents/agent-words';
import { oneOf } from '../../api/from-address';
import type {
  NewWebhookBody,
  WebhookChangeBody,
  WebhookFilter,
  WebhookView,
} from '../../api/generated/types.gen';
import { SEVERITIES, type Severity } from '../../api/words';
import { givenTwice } from '../../components/given-twice';

export type WebhookEvent = WebhookView['events'][number];

export const WEBHOOK_EVENTS = [
  { value: 'issue.created', label: 'Created', description: 'An issue was found' },
  { value: 'issue.reopened', label: 'Reopened', description: 'It was resolved, and came back' },
  { value: 'issue.acknowledged', label: 'Acknowledged', description: 'Somebody looks after it' },
  { value: 'issue.resolved', label: 'Resolved', description: 'Somebody dealt with it' },
] as const satisfies readonly {
  readonly value: WebhookEvent;
  readonly label: string;
  readonly description: string;
}[];

export type WebhookFormat = WebhookView['format'];

export const WEBHOOK_FORMATS = [
  { value: 'parapet', label: 'Parapet, for a receiver that verifies the signature' },
  { value: 'slack', label: 'Slack, for the URL of an incoming webhook' },
  { value: 'teams', label: 'Microsoft Teams, for the URL of a workflow' },
  { value: 'pagerduty', label: 'PagerDuty, for the Events API v2' },
] as const satisfies readonly { readonly value: WebhookFormat; readonly label: string }[];

/** A header as it is typed; the key keeps its place. */
export interface HeaderPair {
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

/** What a form of a webhook holds. */
export interface WebhookValues {
  readonly url: string;
  readonly description: string;
  readonly format: WebhookFormat;
  readonly events: readonly string[];
  /** Empty: every severity. */
  readonly minSeverity: string;
  /** Empty lists let everything through. */
  readonly verdicts: readonly string[];
  readonly platforms: readonly string[];
  readonly clusters: readonly string[];
  /** Null: those that the webhook has are kept. */
  readonly headers: readonly HeaderPair[] | null;
}

export const NEW_WEBHOOK: WebhookValues = {
  ...{ url: '', description: '', format: 'parapet', events: ['issue.created'], minSeverity: '' },
  ...{ verdicts: [], platforms: [], clusters: [], headers: [] },
};

export const valuesOf = (webhook: WebhookView): WebhookValues => ({
  url: webhook.url,
  description: webhook.description,
  format: webhook.format,
  events: webhook.events,
  minSeverity: webhook.filter.min_severity ?? '',
  verdicts: webhook.filter.verdicts ?? [],
  platforms: webhook.filter.platforms ?? [],
  clusters: webhook.filter.clusters ?? [],
  headers: webhook.header_names.length === 0 ? [] : null,
});

const isSeverity = (word: string): word is Severity => SEVERITIES.some((one) => one === word);
const isVerdict = (word: string) => word === 'detected' || word === 'blocked';
const isEvent = (word: string): word is WebhookEvent =>
  WEBHOOK_EVENTS.some(({ value }) => value === word);

/** What was chosen of the filter; what was not is left out and holds nothing back. */
export function filterOf(values: WebhookValues): WebhookFilter {
  const { minSeverity, clusters } = values;
  const verdicts = values.verdicts.filter(isVerdict);
  const platforms = values.platforms.flatMap((word) => oneOf(PLATFORMS, word) ?? []);
  return {
    ...(isSeverity(minSeverity) && { min_severity: minSeverity }),
    ...(verdicts.length > 0 && { verdicts }),
    ...(platforms.length > 0 && { platforms }),
    ...(clusters.length > 0 && { clusters: [...clusters] }),
  };
}

/** What is wrong with headers that are typed and the API cannot see; null when nothing is. */
export function headersMistake(pairs: readonly HeaderPair[] | null): string | null {
  const names = (pairs ?? []).map(({ name }) => name.trim().toLowerCase());
  const twice = givenTwice(names);
  if (twice === '' || names.includes('')) return 'Give each header a name, or take it away';
  return twice === undefined ? null : `${twice} is given twice; give it once`;
}

const headersOf = (pairs: readonly HeaderPair[]): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name.trim(), value]));

/** What is sent to make a webhook. */
export const newWebhook = (values: WebhookValues): NewWebhookBody => ({
  url: values.url.trim(),
  description: values.description,
  format: values.format,
  events: values.events.filter(isEvent),
  filter: filterOf(values),
  headers: headersOf(values.headers ?? []),
});

/**
 * What is sent to change a webhook: only what differs from what it was when writing began.
 * @param now the API takes a filter as a whole: of this one is what was not changed
 */
export function webhookChange(
  before: WebhookView,
  values: WebhookValues,
  now = before,
): WebhookChangeBody {
  const { url, description, format, events, filter } = newWebhook(values);
  const headers = values.headers;
  const had = before.header_names.length > 0;
  return {
    ...(url !== before.url && { url }),
    ...(description !== before.description && { description }),
    ...(format !== before.format && { format }),
    ...(!isSame(events, before.events) && { events }),
    ...(!isSame(filter, before.filter) && { filter: mergedFilter(before, values, now) }),
    ...(headers !== null && (had || headers.length > 0) && { headers: headersOf(headers) }),
  };
}

const mergedFilter = (
  before: WebhookView,
  values: WebhookValues,
  now: WebhookView,
): WebhookFilter => filterOf(writtenOn(valuesOf(before), values, valuesOf(now)));

/** Whether a webhook is as a change makes it; of its headers nobody is told more than their names. */
export function isAsChanged(webhook: WebhookView, change: WebhookChangeBody): boolean {
  const { headers, ...fields } = change;
  const names = (all: readonly string[]): string[] => all.map((name) => name.toLowerCase());
  const now = { ...webhook, header_names: names(webhook.header_names) };
  const named = headers && { header_names: names(Object.keys(headers)) };
  return isSame({ ...now, ...fields, ...named }, now);
}

/** What was written since it was as before stays, all else is as it is now. */
export function writtenOn(
  before: WebhookValues,
  written: WebhookValues,
  now: WebhookValues,
): WebhookValues {
  const fields = Object.entries(written).filter(
    ([field, value]) => !isSame(value, before[field as keyof WebhookValues]),
  );
  return { ...now, ...Object.fromEntries(fields) };
}

/** Whether two values say the same, in whatever order. */
export const isSame = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other);

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (Array.isArray(part)) return part.map(String).sort();
    return typeof part === 'object' && part !== null
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a.localeCompare(b)))
      : part;
  });

/** What a webhook is told, in a few words. */
export function toldInWords({ events, filter, format }: WebhookView): string {
  return `${events.join(', ')} of ${filterInWords(filter)}${WRITTEN[format]}`;
}

const WRITTEN: Readonly<Record<WebhookFormat, string>> = {
  parapet: '',
  slack: ', as messages for Slack',
  teams: ', as messages for Teams',
  pagerduty: ', as alerts for PagerDuty',
};

/** What of the issues a filter lets through, in a few words. */
export function filterInWords(filter: WebhookFilter): string {
  const { min_severity: severity, verdicts = [], platforms = [], clusters = [] } = filter;
  const names = platforms.map((platform) => PLATFORM_NAMES[platform]);
  const parts = [
    ...(severity === undefined
      ? []
      : [severity === 'critical' ? severity : `${severity} and above`]),
    ...(verdicts.length === 0 ? [] : [verdicts.join(' or ')]),
    ...(names.length === 0 ? [] : [`on ${names.join(' or ')}`]),
    ...(clusters.length === 0 ? [] : [`in ${clusters.join(' or ')}`]),
  ];
  return parts.length === 0 ? 'every issue' : parts.join(', ');
}
