import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { IssueInFullView } from '../../api/generated/types.gen';
import { useMay } from '../../session/session';
import { type Deed, deedsFor } from './deeds';
import { StatusDialog } from './status-dialog';

/** Buttons for what can be done with the issue; each asks why. */
export function StatusActions({ issue }: { readonly issue: IssueInFullView }) {
  const may = useMay('issues:write');
  const [deed, setDeed] = useState<Deed>();
  const [opened, { open, close }] = useDisclosure();
  if (!may) return null;
  const begin = (chosen: Deed) => (): void => {
    setDeed(chosen);
    open();
  };
  return (
    <>
      {deedsFor(issue.status).map((one) => (
        <Button
          key={one.status}
          variant="default"
          leftSection={<one.icon size={16} aria-hidden />}
          onClick={begin(one)}
        >
          {one.label}
        </Button>
      ))}
      {deed && <StatusDialog issueId={issue.id} deed={deed} opened={opened} onClose={close} />}
    </>
  );
}
