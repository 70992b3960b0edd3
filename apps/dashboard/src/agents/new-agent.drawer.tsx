import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { CopyField } from '../components/copy-field';
import { closing } from '../components/closing';
import { PlainText } from '../components/plain-text';
import { showOnce } from '../components/shown-once';
import { fleetChanged } from './fleet-queries';
import { NO_AGENT } from './new-agent';
import { NewAgentForm } from './new-agent-form';
import { Snippets } from './snippets';
import { type MadeAgent, useNewAgent } from './use-new-agent';

interface NewAgentDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Makes an agent, then shows its token once, with what sends by it. */
export function NewAgentDrawer({ opened, onClose }: NewAgentDrawerProps) {
  const show = (agent: MadeAgent): void => {
    showOnce({
      title: 'The agent is there',
      content: (done) => <Made agent={agent} onClose={done} />,
    });
    onClose();
    void fleetChanged();
  };
  const agent = useNewAgent(NO_AGENT, show);
  const close = closing({ ...agent.making, reset: agent.begin }, onClose);
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position="right"
      size="lg"
      title="New agent"
      closeOnClickOutside={false}
      withCloseButton={!agent.making.isPending}
    >
      <NewAgentForm agent={agent} />
    </Drawer>
  );
}

const Made = ({ agent, onClose }: { readonly agent: MadeAgent; readonly onClose: () => void }) => (
  <Stack>
    <Alert
      role="status"
      icon={<IconKey aria-hidden />}
      title={
        <>
          The token of <PlainText>{agent.name}</PlainText>
        </>
      }
    >
      <Text size="sm" mb="xs">
        It is shown now and never again: only its digest is kept. Whoever has it can send in the
        name of this agent.
      </Text>
      <CopyField label="the token" value={agent.token} />
    </Alert>
    <Snippets token={agent.token} />
    <Group justify="flex-end" gap="xs">
      <Button
        variant="default"
        onClick={onClose}
        renderRoot={(props) => (
          <Link {...props} to="/agents/$agentId" params={{ agentId: agent.id }} />
        )}
      >
        To the agent
      </Button>
      <Button onClick={onClose}>Done</Button>
    </Group>
  </Stack>
);
