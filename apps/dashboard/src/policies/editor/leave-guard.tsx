import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSignedOut } from '../../session/use-signed-out';

/** Asks before somebody leaves a page with what they have written and not saved. */
export function LeaveGuard({ dirty }: { readonly dirty: boolean }) {
  const isOut = useSignedOut();
  // The same between renderings: what leads away in the moment in which a guard is exchanged meets none.
  const shouldBlockFn = useCallback<ShouldBlockFn>(
    ({ current, next }) => dirty && current.pathname !== next.pathname,
    [dirty],
  );
  const { status, proceed, reset } = useBlocker({
    ...{ shouldBlockFn, enableBeforeUnload: dirty, withResolver: true },
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={isOut ? 'You are signed out' : 'Leave without saving?'}
      centered
    >
      <Stack>
        <Text>
          What you have written here is not saved yet, and would be lost.
          {isOut && (
            <>
              {' '}
              <Anchor inherit href="/sign-in" target="_blank">
                Sign in in another tab
              </Anchor>
              , then stay here and save it.
            </>
          )}
        </Text>
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
