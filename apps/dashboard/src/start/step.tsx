import { Group, Paper, Stack, ThemeIcon, Title, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Whether its turn is yet to come, is now, or is over. */
export type Turn = 'later' | 'now' | 'done';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly turn: Turn;
  readonly children: ReactNode;
}

/** One step of several, numbered; what it holds is shown when its turn has come. */
export const Step = ({ number, title, turn, children }: StepProps) => (
  <Paper component="li" withBorder p="lg" aria-current={turn === 'now' ? 'step' : undefined}>
    <Stack gap="md">
      <Group gap="sm" wrap="nowrap">
        <ThemeIcon
          radius="xl"
          variant={turn === 'now' ? 'filled' : 'default'}
          color="indigo"
          aria-hidden
        >
          {turn === 'done' ? <IconCheck size={16} /> : number}
        </ThemeIcon>
        <Title order={2} size="h4">
          {title}
          {turn === 'done' && <VisuallyHidden> (done)</VisuallyHidden>}
        </Title>
      </Group>
      {turn !== 'later' && children}
    </Stack>
  </Paper>
);
