import { Badge, type MantineColor } from '@mantine/core';
import type { Status } from '../api/words';

const COLORS: Readonly<Record<Status, MantineColor>> = {
  open: 'red',
  acknowledged: 'yellow',
  resolved: 'teal',
  ignored: 'gray.6',
};

export const StatusBadge = ({ status }: { readonly status: Status }) => (
  <Badge color={COLORS[status]} variant="dot" tt="capitalize" miw="max-content">
    {status}
  </Badge>
);
