import { ActionIcon, Code, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCopy } from './use-copy';

interface CopyFieldProps {
  /** What it is, for who cannot see it. */
  readonly label: string;
  readonly value: string;
}

/** A text that is made to be copied, such as a token or a command. */
export function CopyField({ label, value }: CopyFieldProps) {
  const shown = useRef<HTMLElement>(null);
  const { outcome, copy } = useCopy(value, shown);
  const words = {
    copied: { hint: 'Copied', name: `${label} is copied` },
    selected: { hint: 'Selected: copy it by Ctrl and C', name: `${label} is selected` },
    none: { hint: 'Copy', name: `Copy ${label}` },
  }[outcome ?? 'none'];
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code
        ref={shown}
        block
        flex={1}
        miw={0}
        aria-label={label}
        tabIndex={0}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {value}
      </Code>
      <Tooltip label={words.hint}>
        <ActionIcon variant="default" size="lg" onClick={() => void copy()} aria-label={words.name}>
          {outcome === 'copied' ? (
            <IconCheck size={18} aria-hidden />
          ) : (
            <IconCopy size={18} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
