import { Badge } from '@mantine/core';
import { IconCheck, IconEye, IconShieldX } from '@tabler/icons-react';

/** What an agent says of what it saw. */
const VERDICTS = {
  detected: { icon: IconEye, label: 'Detected' },
  blocked: { icon: IconShieldX, label: 'Blocked' },
  allowed: { icon: IconCheck, label: 'Allowed' },
} as const;

export function VerdictBadge({ verdict }: { readonly verdict: keyof typeof VERDICTS }) {
  const { icon: Icon, label } = VERDICTS[verdict];
  return (
    <Badge variant="default" tt="none" flex="none" leftSection={<Icon size={13} aria-hidden />}>
      {label}
    </Badge>
  );
}
