/** Where the API has an issue. */
export const pathOf = (id: string): string => `/v1/issues/${encodeURIComponent(id)}`;
