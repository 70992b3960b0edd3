import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSignedOut } from '../session/use-signed-out';

interface LeaveGuardProps {
  /** Whether something would be lost. */
  readonly dirty: boolean;
  /** What would be; what is written and not saved unless given. */
  readonly words?: typeof UNSAVED;
  /** It would be lost also where the same page shows something else, such as a list with other filters. */
  readonly ofAddress?: boolean;
}

const UNSAVED = {
  title: 'Leave without saving?',
  lost: 'What you have written here is not saved yet, and would be lost.',
  stay: 'stay here and save it',
  leave: 'Leave without saving',
};

/** A dialog below would hear Escape, too, and close with what is to be kept: it is for this one alone. */
const OWN_KEYS = { 'data-mantine-stop-propagation': 'true' };

type Location = Parameters<ShouldBlockFn>[0]['current'];

/** What is left when it is another, as text. */
const placeOf = ({ pathname, search }: Location, ofAddress: boolean): string =>
  JSON.stringify([pathname, ofAddress && search]);

/** Asks before somebody leaves a page with what would be lost. */
export function LeaveGuard({ dirty, words = UNSAVED, ofAddress = false }: LeaveGuardProps) {
  const isOut = useSignedOut();
  // The same between renderings: what leads away in the moment in which a guard is exchanged meets none.
  const shouldBlockFn = useCallback<ShouldBlockFn>(
    ({ current, next }) => dirty && placeOf(current, ofAddress) !== placeOf(next, ofAddress),
    [dirty, ofAddress],
  );
  const { status, proceed, reset } = useBlocker({
    ...{ shouldBlockFn, enableBeforeUnload: dirty, withResolver: true },
  });
  // Who is signed in again has nothing to decide: nothing leads them away any more.
  useDidUpdate(() => {
    if (!isOut) reset?.();
  }, [isOut]);
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={isOut ? 'You are signed out' : words.title}
      centered
      attributes={{ content: OWN_KEYS, close: OWN_KEYS }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') reset?.();
      }}
    >
      <Stack>
        <Text>
          {words.lost}
          {isOut && (
            <>
              {' '}
              <Anchor {...OWN_KEYS} inherit href="/sign-in" target="_blank">
                Sign in in another tab
              </Anchor>
              , then {words.stay}.
            </>
          )}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button {...OWN_KEYS} variant="default" onClick={() => reset?.()} data-autofocus>
            Stay
          </Button>
          <Button {...OWN_KEYS} color="red" onClick={() => proceed?.()}>
            {words.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
