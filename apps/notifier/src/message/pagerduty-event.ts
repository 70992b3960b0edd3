import type { Severity } from '@parapet/contracts';
import { type DeliveryEventName, TEST_EVENT } from '../delivery/delivery-events';
import { lineOf, type Notice } from './notice';
import { withKeyHeld } from './routing-key';
import type { Told } from './told';

const ACTIONS: Readonly<Record<DeliveryEventName, 'trigger' | 'acknowledge' | 'resolve'>> = {
  'issue.created': 'trigger',
  'issue.reopened': 'trigger',
  'issue.acknowledged': 'acknowledge',
  'issue.resolved': 'resolve',
  [TEST_EVENT]: 'trigger',
};

const SEVERITIES: Readonly<Record<Severity, 'critical' | 'error' | 'warning' | 'info'>> = {
  critical: 'critical',
  high: 'error',
  medium: 'warning',
  low: 'info',
};

/**
 * What the alert is about, from the nearest to the farthest that is known. It must be about something: an event whose source is blank is
 * refused, and an agent may say a hostname of which nothing is left that may be shown.
 */
const sourceOf = (notice: Notice): string =>
  ['Node', 'Cluster', 'Platform']
    .map((name) => factOf(notice, name) ?? '')
    .find((known) => known.trim() !== '') ?? 'Parapet';

const factOf = ({ facts }: Notice, name: string): string | undefined =>
  facts.find((fact) => fact.name === name)?.value;

/**
 * What PagerDuty takes (developer.pagerduty.com, "Events API v2"), but for the key, which is held back: an alert for each issue, opened,
 * acknowledged and resolved with it. Its texts are plain ones.
 */
export function pagerDutyEvent({ kind, issue_id, severity }: Told, notice: Notice): object {
  const cluster = factOf(notice, 'Cluster');
  return withKeyHeld({
    event_action: ACTIONS[kind],
    dedup_key: issue_id,
    payload: {
      summary: lineOf(notice),
      source: sourceOf(notice),
      severity: SEVERITIES[severity],
      timestamp: notice.at,
      ...(cluster !== undefined && { group: cluster }),
      custom_details: Object.fromEntries(notice.facts.map(({ name, value }) => [name, value])),
    },
    client: 'Parapet',
    ...(notice.url !== null && {
      client_url: notice.url,
      links: [{ href: notice.url, text: 'Open the issue' }],
    }),
  });
}
