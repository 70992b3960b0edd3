/** How that is written which a webhook is sent: as the spec has it, or as a message that a chat shows, or as an alert for people on call. */
export const WEBHOOK_FORMATS = ['parapet', 'slack', 'teams', 'pagerduty'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];
