import { Badge } from '@mantine/core';
import type { Mode } from './agent-words';

/** Whether an agent only tells, or blocks. */
export const ModeMark = ({ mode }: { readonly mode: Mode }) => (
  <Badge variant={mode === 'enforce' ? 'filled' : 'default'} tt="capitalize" fw={500}>
    {mode}
  </Badge>
);
