import { Text } from '@mantine/core';
import type { AgentView } from '../api/generated/types.gen';
import { TimeAgo } from '../components/time-ago';

type Seen = Pick<AgentView, 'last_seen' | 'created_at'>;

/** When an agent was last heard of; one that was only created never was. */
export const LastSeen = ({ agent }: { readonly agent: Seen }) =>
  agent.last_seen === agent.created_at ? (
    <Text span size="sm" c="dimmed">
      never
    </Text>
  ) : (
    <TimeAgo at={agent.last_seen} />
  );
