import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

const bringIntoSight = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' });

/** What came of a button, brought into sight of who pressed that: on a small screen it comes beyond the edge. */
export const InSight = ({ children }: { readonly children: ReactNode }) => (
  <Box ref={bringIntoSight}>{children}</Box>
);
