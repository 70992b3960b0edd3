import { Button, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteAgentMutation } from '../api/generated/@tanstack/react-query.gen';
import type { AgentView } from '../api/generated/types.gen';
import { useAction } from '../api/use-action';
import { Confirm } from '../components/confirm';
import { PlainText } from '../components/plain-text';
import { visible } from '../components/visible';
import { fleetChanged } from './fleet-queries';
import { isWritten } from './is-written';

/** Deletes an agent, once its name was written. */
export function DeleteAgent({ agent: { id, hostname } }: { readonly agent: AgentView }) {
  /** Undefined while nobody is asked. */
  const [written, setWritten] = useState<string>();
  const navigate = useNavigate();
  const deleting = useAction({
    ...deleteAgentMutation(),
    onSuccess: async () => {
      notifications.show({ message: `${visible(hostname)} is deleted` });
      await navigate({ to: '/agents' });
      await fleetChanged();
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setWritten('')}
      >
        Delete
      </Button>
      <Confirm
        opened={written !== undefined}
        title="Delete this agent?"
        action="Delete"
        ready={isWritten(hostname, written ?? '')}
        doing={deleting}
        onConfirm={() => deleting.mutate({ path: { agent_id: id } })}
        onClose={() => setWritten(undefined)}
      >
        <Text size="sm">
          Its token stops working at once, and what sends with it is refused. Its events and issues
          stay. This cannot be taken back.
        </Text>
        <TextInput
          label={
            <>
              Write <PlainText>{hostname}</PlainText> to delete it
            </>
          }
          labelProps={{ style: { overflowWrap: 'anywhere' } }}
          autoComplete="off"
          data-autofocus
          value={written ?? ''}
          onChange={({ currentTarget }) => setWritten(currentTarget.value)}
        />
      </Confirm>
    </>
  );
}
