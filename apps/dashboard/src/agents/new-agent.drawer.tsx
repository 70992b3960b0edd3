import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyField } from '../components/copy-field';
import { PlainText } from '../components/plain-text';
import { SHOWN_ONCE } from '../components/shown-once';
import { fleetChanged } from './fleet-queries';
import { NO_AGENT } from './new-agent';
import { type MadeAgent, NewAgentForm } from './new-agent-form';
import { Snippets } from './snippets';

interface NewAgentDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Makes an agent, then shows its token once, with what sends by it. */
export function NewAgentDrawer({ opened, onClose }: NewAgentDrawerProps) {
  const [made, setMade] = useState<MadeAgent>();
  const done = (agent: MadeAgent): void => {
    setMade(agent);
    void fleetChanged();
  };
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setMade(undefined)}
      position="right"
      size="lg"
      title={made ? 'The agent is there' : 'New agent'}
      {...(made && SHOWN_ONCE)}
    >
      {made ? (
        <Made agent={made} onClose={onClose} />
      ) : (
        <NewAgentForm proposed={NO_AGENT} onMade={done} />
      )}
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
