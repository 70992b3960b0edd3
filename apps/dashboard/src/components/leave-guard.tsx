import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSignedOut } from '../session/use-signed-out';

interface LeaveGuardProps {
  /** Whether something would be lost. */
  readonly dirty: boolean;
  /** What would be; what is written and not saved unless given. */
  readonly words?: typeof UNSAVED;
}

const UNSAVED = {
  title: 'Leave without saving?',
  lost: 'What you have written here is not saved yet, and would be lost.',
  stay: 'stay here and save it',
  leave: 'Leave without saving',
};

/** Asks before somebody leaves a page with what would be lost. */
export function LeaveGuard({ dirty, words = UNSAVED }: LeaveGuardProps) {
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
      title={isOut ? 'You are signed out' : words.title}
      centered
    >
      <Stack>
        <Text>
          {words.lost}
          {isOut && (
            <>
              {' '}
              <Anchor inherit href="/sign-in" target="_blank">
                Sign in in another tab
              </Anchor>
              , then {words.stay}.
            </>
          )}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            Stay
          </Button>
          <Button color="red" onClick={() => proceed?.()}>
            {words.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
