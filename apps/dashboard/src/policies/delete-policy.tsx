import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PolicyView } from '../api/generated/types.gen';
import { useAction } from '../api/use-action';
import { Confirm } from '../components/confirm';
import { PlainText } from '../components/plain-text';
import { visible } from '../components/visible';
import { useMay } from '../session/session';
import { CHANGED_MEANWHILE, isChanged } from './changed-meanwhile';
import { deletedWords } from './effect-words';
import { Matched } from './matches/matched';
import { refresh, remove } from './policy-requests';

/** What has to be typed: names of others may hold what no keyboard has. */
const WORD = 'delete';

/** Deletes a policy, after saying what that means. Where it would let many issues be raised, it must be typed. */
export function DeletePolicy({ policy }: { readonly policy: PolicyView }) {
  const [opened, { open, close }] = useDisclosure();
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const mayMatch = useMay('issues:read');
  const mustType = policy.type === 'allow' && policy.enabled;
  const deleting = useAction({
    mutationFn: () => remove(policy, () => navigate({ to: '/policies', ignoreBlocker: true })),
    onSuccess: () => {
      notifications.show({ color: 'teal', message: `${visible(policy.name)} is deleted` });
    },
    // The next try is of what it says now.
    onError: (problem) => (isChanged(problem) ? refresh() : undefined),
  });
  const error = isChanged(deleting.error) ? CHANGED_MEANWHILE : deleting.error;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => (setTyped(''), open())}
      >
        Delete
      </Button>
      <Confirm
        title="Delete this policy?"
        opened={opened}
        action="Delete policy"
        ready={!mustType || typed.trim().toLowerCase() === WORD}
        doing={{ ...deleting, error }}
        onConfirm={deleting.mutate}
        onClose={close}
      >
        <Stack gap="sm">
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            <PlainText>{policy.name}</PlainText>
          </Text>
          <Text size="sm">{deletedWords(policy)}</Text>
          {mayMatch && <Matched policy={policy} />}
          <Text size="sm" c="dimmed">
            What it said in each version stays readable at this address.
          </Text>
          {mustType && (
            <TextInput
              label={`Type ${WORD} to delete it`}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              autoComplete="off"
            />
          )}
        </Stack>
      </Confirm>
    </>
  );
}
