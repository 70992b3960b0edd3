import { NavLink } from '@mantine/core';
import {
  IconAlertTriangle,
  IconDashboard,
  IconListSearch,
  IconServer2,
  IconSettings,
  IconShieldCheck,
} from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';

const PLACES = [
  { to: '/', label: 'Overview', icon: IconDashboard },
  { to: '/issues', label: 'Issues', icon: IconAlertTriangle },
  { to: '/policies', label: 'Policies', icon: IconShieldCheck },
  { to: '/agents', label: 'Agents', icon: IconServer2 },
  { to: '/events', label: 'Events', icon: IconListSearch },
  { to: '/settings', label: 'Settings', icon: IconSettings },
] as const;

const isWithin = (path: string, place: string): boolean =>
  place === '/' ? path === '/' : path === place || path.startsWith(`${place}/`);

/** @param onGo called when somebody goes somewhere */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return PLACES.map(({ to, label, icon: Icon }) => (
    <NavLink
      key={to}
      component={Link}
      to={to}
      label={label}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      active={isWithin(path, to)}
      aria-current={isWithin(path, to) ? 'page' : undefined}
      onClick={onGo}
    />
  ));
}
