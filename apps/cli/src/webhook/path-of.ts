/** Where the API has a webhook. */
export const pathOf = (id: string): string => `/v1/webhooks/${encodeURIComponent(id)}`;
