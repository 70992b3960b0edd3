import { Group, Paper, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  /** Beside the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a heading, framed. */
export function Section({ title, aside, children }: SectionProps) {
  const heading = useId();
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={heading}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h5" id={heading}>
            {title}
          </Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
