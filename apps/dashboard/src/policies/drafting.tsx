import { Grid, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useMay } from '../session/session';
import { LazyDraftEditor } from './editor/lazy-draft-editor';
import { useCheck } from './editor/use-check';
import { Matches } from './matches/matches';

interface DraftingProps {
  readonly draft: string;
  /** It is what is saved already. */
  readonly unchanged?: boolean;
  readonly readOnly: boolean;
  onChange(draft: string): void;
  onSave(): void;
  /** Why something could not be done with the draft, in sight of who did it, and what can be done. */
  readonly children: ReactNode;
}

/** A draft of a policy, what the house says of it, and, beside it, what it would match. */
export function Drafting({ children, ...editor }: DraftingProps) {
  const { draft, onSave } = editor;
  const check = useCheck(draft);
  const mayMatch = useMay('issues:read');
  useHotkeys([['mod+S', onSave]]);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, lg: mayMatch ? 8 : 12 }}>
        <Stack>
          <LazyDraftEditor {...editor} check={check} />
          {children}
        </Stack>
      </Grid.Col>
      {mayMatch && (
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Matches policy={check.state === 'valid' ? check.policy : undefined} />
        </Grid.Col>
      )}
    </Grid>
  );
}
