import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

/** Asks before somebody leaves a page with what they have written and not saved. */
export function LeaveGuard({ dirty }: { readonly dirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without saving?"
      centered
    >
      <Stack>
        <Text>What you have written here is not saved yet, and would be lost.</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            Stay
          </Button>
          <Button color="red" onClick={() => proceed?.()}>
            Leave without saving
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
