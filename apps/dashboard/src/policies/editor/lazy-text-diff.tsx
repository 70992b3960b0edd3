import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy } from 'react';
import { Part } from '../../components/part';
import type { TextDiff } from './text-diff';

const Loaded = lazy(async () => ({ default: (await import('./text-diff')).TextDiff }));

/** The comparison of two texts, which comes when a page shows it. */
export const LazyTextDiff = (props: ComponentProps<typeof TextDiff>) => (
  <Part fallback={<Skeleton h={160} role="status" aria-label="The comparison is loading" />}>
    <Loaded {...props} />
  </Part>
);
