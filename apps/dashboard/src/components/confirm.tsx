import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { closing } from './closing';
import { Refusal } from './refusal';

interface ConfirmProps {
  readonly title: ReactNode;
  readonly opened: boolean;
  /** What is done, in a word or two. */
  readonly action: string;
  /** Calls the API; what it throws is shown. */
  readonly doing: {
    readonly isPending: boolean;
    readonly error: unknown;
    isUnderWay(): boolean;
    reset(): void;
  };
  /** Whether what has to be given first is given; true unless given. */
  readonly ready?: boolean;
  onConfirm(): void;
  onClose(): void;
  /** What it means. */
  readonly children: ReactNode;
}

/** Asks before something is done that cannot be taken back. */
export function Confirm({ title, opened, action, doing, ready = true, ...props }: ConfirmProps) {
  const close = closing(doing, props.onClose);
  return (
    <Modal opened={opened} onClose={close} title={title} centered>
      <Stack>
        {props.children}
        {doing.error !== null && <Refusal problem={doing.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={doing.isPending} data-autofocus>
            Cancel
          </Button>
          <Button color="red" disabled={!ready} loading={doing.isPending} onClick={props.onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
