import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  /** Why there is nothing, and what would be here. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Paper withBorder p="xl" ta="center">
      <Stack align="center" gap="xs">
        <Text fw={600}>{title}</Text>
        <Text c="dimmed" maw={520}>
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}
