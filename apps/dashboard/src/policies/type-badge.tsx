import { Badge } from '@mantine/core';
import type { PolicyView } from '../api/generated/types.gen';

const COLORS = { allow: 'teal', block: 'red' } as const;

export const TypeBadge = ({ type }: Pick<PolicyView, 'type'>) => (
  <Badge color={COLORS[type]} variant="light" tt="capitalize" miw="max-content">
    {type}
  </Badge>
);
