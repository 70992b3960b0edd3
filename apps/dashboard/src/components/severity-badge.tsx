import { Badge } from '@mantine/core';
import type { Severity } from '../api/words';
import { SEVERITY_COLORS } from '../theme';

export const SeverityBadge = ({ severity }: { readonly severity: Severity }) => (
  <Badge color={SEVERITY_COLORS[severity]} variant="filled" tt="capitalize" miw={72}>
    {severity}
  </Badge>
);
