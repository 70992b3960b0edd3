import { Button, Stack } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiProblem } from '../api/problem';
import { Page } from '../components/page';
import { ProblemAlert } from '../components/problem-alert';
import { isUnloaded, readAnew } from '../reload-when-replaced';

const UNLOADED = new ApiProblem(
  ...([0, 'unreachable', 'A part of this page could not be loaded'] as const),
  'Does Parapet answer, and is the network there?',
);

/** In place of a page that could not be shown. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const missing = isUnloaded(error);
  const again = (): void => {
    // What a browser could not load once it may not ask for again.
    if (missing) return void readAnew();
    reset();
    void router.invalidate();
  };
  return (
    <Page title="This page cannot be shown">
      <Stack align="flex-start">
        <ProblemAlert problem={missing ? UNLOADED : error} />
        <Button onClick={again}>Try again</Button>
      </Stack>
    </Page>
  );
}
