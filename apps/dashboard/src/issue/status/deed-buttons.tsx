import { Button, type MantineSize } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { IssueStatusBody } from '../../api/generated/types.gen';
import type { Status } from '../../api/words';
import type { Deed } from './deeds';
import { StatusDialog } from './status-dialog';

interface DeedButtonsProps {
  readonly deeds: readonly Deed[];
  /** What will have the status, such as `this issue`. */
  readonly about: (status: Status) => string;
  readonly change: (body: IssueStatusBody) => Promise<void>;
  readonly size?: MantineSize;
}

/** A button for each deed; it asks why, then does it. */
export function DeedButtons({ deeds, about, change, size = 'sm' }: DeedButtonsProps) {
  const [deed, setDeed] = useState<Deed>();
  const [opened, { open, close }] = useDisclosure();
  const begin = (chosen: Deed) => (): void => {
    setDeed(chosen);
    open();
  };
  return (
    <>
      {deeds.map((one) => (
        <Button
          key={one.status}
          size={size}
          variant="default"
          leftSection={<one.icon size={16} aria-hidden />}
          onClick={begin(one)}
        >
          {one.label}
        </Button>
      ))}
      {deed && (
        <StatusDialog
          deed={deed}
          about={about(deed.status)}
          change={change}
          opened={opened}
          onClose={close}
        />
      )}
    </>
  );
}
