import type { WebhookFormat } from '@parapet/contracts';
import { noticeOf } from './notice';
import { pagerDutyEvent } from './pagerduty-event';
import { payload } from './payload';
import { slackMessage } from './slack-message';
import { teamsMessage } from './teams-message';
import type { Told } from './told';

const RENDERED: Readonly<Record<WebhookFormat, (told: Told, publicUrl: string) => object>> = {
  parapet: payload,
  slack: (told, publicUrl) => slackMessage(noticeOf(told, publicUrl)),
  teams: (told, publicUrl) => teamsMessage(noticeOf(told, publicUrl)),
  pagerduty: (told, publicUrl) => pagerDutyEvent(told, noticeOf(told, publicUrl)),
};

/**
 * What is kept of a delivery, rendered once: these bytes are signed and sent on every attempt, with the key of an event for PagerDuty.
 * @param publicUrl what links begin with
 */
export const renderMessage = (
  format: WebhookFormat = 'parapet',
  told: Told,
  publicUrl: string,
): string => JSON.stringify(RENDERED[format](told, publicUrl));
