import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { firstEventByCurl } from '../agents/sensor-settings';
import { houseNow } from '../api/house-clock';
import { CopyField } from '../components/copy-field';
import { PageLink } from '../components/page-link';

interface SendStepProps {
  readonly agentId: string;
  /** Undefined when the page was opened anew since the agent was made. */
  readonly token: string | undefined;
}

/** What is to be run to send a first event. */
export function SendStep({ agentId, token }: SendStepProps) {
  const [at] = useState(() => new Date(houseNow()).toISOString());
  if (token === undefined)
    return (
      <Text size="sm">
        The token of this agent was shown once and cannot be shown again.{' '}
        <PageLink to="/agents/$agentId" params={{ agentId }}>
          Give it another token
        </PageLink>{' '}
        or{' '}
        <PageLink to="/start" search={{}}>
          make another agent
        </PageLink>
        .
      </Text>
    );
  return (
    <Stack gap="xs">
      <Text size="sm">
        It holds the token of the agent, which is shown now and never again. Keep it where your
        sensors will find it.
      </Text>
      <CopyField
        label="the curl line"
        value={firstEventByCurl({ house: window.location.origin, token }, at)}
      />
      <Text size="sm" c="dimmed">
        It says that the host reached a domain that no policy knows. Run again it counts as the same
        event.
      </Text>
    </Stack>
  );
}
