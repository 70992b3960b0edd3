import { Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { IssueInFullView } from '../../api/generated/types.gen';
import { useMay } from '../../session/session';
import { Allowed } from './allowed';
import type { Allowing } from './allow-requests';
import { Proposals } from './proposals';

interface AllowProps {
  readonly issue: IssueInFullView;
}

/** From an issue to the policy that keeps it away. Not offered where there is no destination that a policy could allow. */
export function AllowFromHere({ issue }: AllowProps) {
  const may = useMay('policies:write');
  const [opened, { open, close }] = useDisclosure();
  const { domain, ip } = issue.details;
  if (!may || (domain ?? ip) === undefined) return null;
  return (
    <>
      <Button leftSection={<IconShieldCheck size={16} aria-hidden />} onClick={open}>
        Allow from here
      </Button>
      <Drawer opened={opened} onClose={close} title="Allow from here" position="right" size="lg">
        <Steps issue={issue} onDone={close} />
      </Drawer>
    </>
  );
}

function Steps({ issue, onDone }: AllowProps & { readonly onDone: () => void }) {
  const [by, setBy] = useState<Allowing>();
  if (by) return <Allowed issue={issue} by={by} onDone={onDone} />;
  return <Proposals issue={issue} onAllowed={setBy} />;
}
