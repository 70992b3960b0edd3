import { Box } from '@mantine/core';
import { ProblemAlert } from './problem-alert';

const bringIntoSight = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' });

/** Why something could not be done, beside the button for it: in sight of who pressed that, also at the edge of a small screen. */
export const Refusal = ({ problem }: { readonly problem: unknown }) => (
  <Box ref={bringIntoSight}>
    <ProblemAlert problem={problem} />
  </Box>
);
