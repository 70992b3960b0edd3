import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy } from 'react';
import { Part } from '../../components/part';
import type { DraftEditor } from './draft-editor';

const Loaded = lazy(async () => ({ default: (await import('./draft-editor')).DraftEditor }));

/** The editor, which weighs as much as all else: it comes when a page shows it. */
export const LazyDraftEditor = (props: ComponentProps<typeof DraftEditor>) => (
  <Part fallback={<Skeleton h={360} role="status" aria-label="The editor is loading" />}>
    <Loaded {...props} />
  </Part>
);
