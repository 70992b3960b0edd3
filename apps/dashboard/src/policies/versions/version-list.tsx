import { Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import type { PolicyVersionView } from '../../api/generated/types.gen';
import { TimeAgo } from '../../components/time-ago';
import { Changer } from '../../components/changer';
import classes from './versions.module.css';

interface VersionListProps {
  readonly versions: readonly PolicyVersionView[];
  /** The one whose changes are shown. */
  readonly shown: number;
  onShow(version: number): void;
}

/** Versions, newest first: when each was made, and by whom. Choosing one shows what it changed. */
export const VersionList = ({ versions, shown, onShow }: VersionListProps) => (
  <Stack component="ol" aria-label="Versions" gap={6} p={0} m={0} className={classes.list}>
    {versions.map(({ version, change, at, by }) => (
      <Paper component="li" key={version} withBorder>
        <UnstyledButton
          className={classes.version}
          aria-current={version === shown ? 'true' : undefined}
          onClick={() => onShow(version)}
        >
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" fw={600}>
              Version {version}
            </Text>
            <Text size="xs" c="dimmed">
              {change}
            </Text>
          </Group>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <TimeAgo at={at} /> by <Changer id={by} />
          </Text>
        </UnstyledButton>
      </Paper>
    ))}
  </Stack>
);
