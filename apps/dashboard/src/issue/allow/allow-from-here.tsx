import { Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShieldCheck } from '@tabler/icons-react';
import type { IssueInFullView } from '../../api/generated/types.gen';
import { useMay } from '../../session/session';
import { Allowed } from './allowed';
import { Proposals } from './proposals';
import { useAllow } from './use-allow';

interface AllowProps {
  readonly issue: IssueInFullView;
}

/** From an issue to the policy that keeps it away. Not offered where there is no destination that a policy could allow. */
export function AllowFromHere({ issue }: AllowProps) {
  const may = useMay('policies:write');
  const [opened, { open, close }] = useDisclosure();
  const allowing = useAllow();
  const { domain, ip } = issue.details;
  if (!may || (domain ?? ip) === undefined) return null;
  const begin = (): void => (allowing.reset(), open());
  const leave = (): void => {
    if (!allowing.isUnderWay()) close();
  };
  return (
    <>
      <Button leftSection={<IconShieldCheck size={16} aria-hidden />} onClick={begin}>
        Allow from here
      </Button>
      <Drawer
        opened={opened}
        onClose={leave}
        title="Allow from here"
        closeOnClickOutside={false}
        position="right"
        size="lg"
        withCloseButton={!allowing.isPending}
      >
        {allowing.data ? (
          <Allowed issue={issue} by={allowing.data} onDone={close} />
        ) : (
          <Proposals issue={issue} allowing={allowing} />
        )}
      </Drawer>
    </>
  );
}
