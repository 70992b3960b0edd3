import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopyFieldProps {
  /** What it is, for who cannot see it. */
  readonly label: string;
  readonly value: string;
}

/** A text that is made to be copied, such as a token or a command. */
export function CopyField({ label, value }: CopyFieldProps) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code
        block
        flex={1}
        miw={0}
        aria-label={label}
        tabIndex={0}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {value}
      </Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon
              variant="default"
              size="lg"
              onClick={copy}
              aria-label={copied ? `${label} is copied` : `Copy ${label}`}
            >
              {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
