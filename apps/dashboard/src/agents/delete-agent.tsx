import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { deleteAgentMutation } from '../api/generated/@tanstack/react-query.gen';
import type { AgentView } from '../api/generated/types.gen';
import { PlainText } from '../components/plain-text';
import { ProblemAlert } from '../components/problem-alert';
import { visible } from '../components/visible';
import { fleetChanged } from './fleet-queries';

/** Deletes an agent, once its name was written. */
export function DeleteAgent({ agent }: { readonly agent: AgentView }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={open}>
        Delete
      </Button>
      <Modal opened={opened} onClose={close} title="Delete this agent?" centered>
        <DeleteForm agent={agent} onClose={close} />
      </Modal>
    </>
  );
}

interface DeleteFormProps {
  readonly agent: AgentView;
  readonly onClose: () => void;
}

function DeleteForm({ agent: { id, hostname }, onClose }: DeleteFormProps) {
  const [written, setWritten] = useState('');
  const navigate = useNavigate();
  const deleting = useMutation({
    ...deleteAgentMutation(),
    onSuccess: async () => {
      notifications.show({ message: `${visible(hostname)} is deleted` });
      await navigate({ to: '/agents' });
      await fleetChanged();
    },
  });
  const isMeant = [hostname.trim(), visible(hostname).trim()].includes(written.trim());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isMeant) deleting.mutate({ path: { agent_id: id } });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
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
          autoComplete="off"
          data-autofocus
          value={written}
          onChange={({ currentTarget }) => setWritten(currentTarget.value)}
        />
        {deleting.error && <ProblemAlert problem={deleting.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={!isMeant} loading={deleting.isPending}>
            Delete
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
