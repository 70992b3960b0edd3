import { Badge } from '@mantine/core';
import type { AgentStatus } from './agent-words';

/** Whether an agent is there. */
export const StatusMark = ({ status }: { readonly status: AgentStatus }) => (
  <Badge variant="dot" color={status === 'connected' ? 'teal' : 'gray.6'} tt="capitalize" fw={500}>
    {status}
  </Badge>
);
