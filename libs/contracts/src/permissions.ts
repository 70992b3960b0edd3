/** What a user token may do. `admin` implies all others. */
export const PERMISSIONS = [
  'issues:read',
  'issues:write',
  'policies:read',
  'policies:write',
  'agents:read',
  'agents:write',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'tokens:read',
  'tokens:write',
  'admin',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Whether the permissions held allow what is needed. */
export const allows = (held: readonly Permission[], needed: Permission): boolean =>
  held.includes('admin') || held.includes(needed);
