import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { PolicyVersionView, PolicyView } from '../../api/generated/types.gen';
import { useAction } from '../../api/use-action';
import { Confirm } from '../../components/confirm';
import { useMay } from '../../session/session';
import { replaceByDocument } from '../policy-requests';

interface RestoreProps {
  readonly policy: PolicyView;
  /** Those that are shown; what could not be found is left out. */
  readonly versions: readonly (PolicyVersionView | undefined)[];
  /** Why nothing can be restored now; empty when it can. */
  readonly notNow: string;
}

/** The ways back from the newest version to those that are shown. */
export function Restore({ policy, versions, notNow }: RestoreProps) {
  const may = useMay('policies:write');
  const older = new Map(
    versions.flatMap((one) => (one && one.version < policy.version ? [[one.version, one]] : [])),
  );
  if (!may || older.size === 0) return null;
  if (notNow !== '')
    return (
      <Text size="sm" c="dimmed">
        {notNow}
      </Text>
    );
  return (
    <Group gap="xs">
      {[...older.values()].map((version) => (
        <RestoreOne key={version.version} policy={policy} old={version} />
      ))}
    </Group>
  );
}

interface RestoreOneProps {
  readonly policy: PolicyView;
  readonly old: PolicyVersionView;
}

function RestoreOne({ policy, old }: RestoreOneProps) {
  const [opened, { open, close }] = useDisclosure();
  const next = policy.version + 1;
  const restore = useAction({
    mutationFn: async () => {
      await replaceByDocument(policy, old.policy);
      return next;
    },
    onSuccess: (made) => {
      close();
      notifications.show({
        color: 'teal',
        message: `Version ${old.version} is version ${made} now`,
      });
    },
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        Restore version {old.version}
      </Button>
      <Confirm
        title={`Restore version ${old.version}?`}
        opened={opened}
        action="Restore"
        doing={restore}
        onConfirm={restore.mutate}
        onClose={close}
      >
        <Text size="sm">
          What version {old.version} says becomes version {next}, and is applied at once. The
          versions between stay in the list.
        </Text>
      </Confirm>
    </>
  );
}
