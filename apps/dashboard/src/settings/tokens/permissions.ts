import type { Permission } from '../../session/session';

/** What tokens may be allowed to do, by what it is about; in the order of the navigation. */
export const RESOURCES = [
  { label: 'Issues', read: 'issues:read', write: 'issues:write' },
  { label: 'Policies', read: 'policies:read', write: 'policies:write' },
  { label: 'Agents', read: 'agents:read', write: 'agents:write' },
  { label: 'Events', read: 'events:read', write: null },
  { label: 'Webhooks', read: 'webhooks:read', write: 'webhooks:write' },
  { label: 'API tokens', read: 'tokens:read', write: 'tokens:write' },
] as const satisfies readonly {
  readonly label: string;
  readonly read: Permission;
  readonly write: Permission | null;
}[];

/** Whether somebody who holds these may give that: nobody gives more than they have. */
export const mayGive = (held: readonly Permission[], permission: Permission): boolean =>
  held.includes('admin') || held.includes(permission);

/** Whether somebody who holds these may revoke a token: nobody takes away more than they could give. */
export const mayRevoke = (
  held: readonly Permission[],
  token: { readonly permissions: readonly Permission[] },
): boolean => token.permissions.every((permission) => mayGive(held, permission));

export interface Preset {
  readonly label: string;
  readonly permissions: readonly Permission[];
}

const PRESETS: readonly Preset[] = [
  { label: 'Read everything', permissions: RESOURCES.map(({ read }) => read) },
  {
    label: 'Handle issues',
    permissions: ['issues:read', 'issues:write', 'policies:read', 'agents:read', 'events:read'],
  },
  { label: 'Policies from a pipeline', permissions: ['policies:read', 'policies:write'] },
  { label: 'Roll out agents', permissions: ['agents:read', 'agents:write'] },
  { label: 'Everything (admin)', permissions: ['admin'] },
];

/** What tokens are often made for, as far as somebody who holds these may give it. */
export const presetsFor = (held: readonly Permission[]): readonly Preset[] =>
  PRESETS.filter(({ permissions }) => permissions.every((one) => mayGive(held, one)));

/** Of a preset: whether exactly this was chosen. */
export const isChosen = ({ permissions }: Preset, chosen: readonly Permission[]): boolean =>
  permissions.length === chosen.length && permissions.every((one) => chosen.includes(one));

/** Permissions in a few words, one for each thing they are about: `Issues: read, write`. */
export function inWords(permissions: readonly Permission[]): readonly string[] {
  if (permissions.includes('admin')) return ['Everything (admin)'];
  return RESOURCES.flatMap(({ label, read, write }) => {
    const held = [
      ...(permissions.includes(read) ? ['read'] : []),
      ...(write !== null && permissions.includes(write) ? ['write'] : []),
    ];
    return held.length === 0 ? [] : [`${label}: ${held.join(', ')}`];
  });
}
