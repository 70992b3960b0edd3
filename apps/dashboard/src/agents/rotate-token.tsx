import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { rotateAgentTokenMutation } from '../api/generated/@tanstack/react-query.gen';
import type { AgentView } from '../api/generated/types.gen';
import { useAction } from '../api/use-action';
import { Confirm } from '../components/confirm';
import { CopyField } from '../components/copy-field';
import { PlainText } from '../components/plain-text';
import { showOnce } from '../components/shown-once';
import { Snippets } from './snippets';

/** Gives an agent another token, which is shown once. */
export function RotateToken({ agent }: { readonly agent: AgentView }) {
  const [isAsking, asking] = useDisclosure();
  const rotating = useAction({
    ...rotateAgentTokenMutation(),
    gcTime: 0,
    onSuccess: ({ token }) => {
      showOnce({
        title: 'The new token',
        content: (done) => <NewToken token={token} onClose={done} />,
      });
      asking.close();
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconKey size={16} aria-hidden />}
        onClick={asking.open}
      >
        Rotate token
      </Button>
      <Confirm
        opened={isAsking}
        title="Give it another token?"
        action="Rotate"
        doing={rotating}
        onConfirm={() => rotating.mutate({ path: { agent_id: agent.id } })}
        onClose={asking.close}
      >
        <Text size="sm">
          The token that <PlainText>{agent.hostname}</PlainText> has now stops working at once:
          whatever sends with it is refused until it has the new one.
        </Text>
      </Confirm>
    </>
  );
}

const NewToken = ({ token, onClose }: { readonly token: string; readonly onClose: () => void }) => (
  <Stack>
    <Alert
      role="status"
      icon={<IconKey aria-hidden />}
      title="The token before is refused from now on"
    >
      It is shown now and never again: only its digest is kept.
    </Alert>
    <CopyField label="the token" value={token} />
    <Snippets token={token} />
    <Group justify="flex-end">
      <Button onClick={onClose}>Done</Button>
    </Group>
  </Stack>
);
