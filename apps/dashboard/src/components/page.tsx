import { Box, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

/** Whole it stands on each page that has more to say of it; the address of a workflow of Teams would fill a phone. */
const LONGEST_LINES = 4;

/** What the tab of the browser says. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Parapet`;
  }, [title]);
}

interface PageProps {
  readonly title: string;
  /** What can be done with the page as a whole. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page with its heading. */
export function Page({ title, actions, children }: PageProps) {
  useTitle(title);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="center" gap="sm">
        <Title order={1} size="h2" lineClamp={LONGEST_LINES} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      <Box>{children}</Box>
    </Stack>
  );
}
