/** How that is written which a webhook is sent: as the spec has it, or as a message that a chat shows. */
export const WEBHOOK_FORMATS = ['parapet', 'slack', 'teams'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];
