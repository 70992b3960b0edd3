import { Button, Stack } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Page } from '../components/page';
import { ProblemAlert } from '../components/problem-alert';

/** In place of a page that could not be shown. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <Page title="This page cannot be shown">
      <Stack align="flex-start">
        <ProblemAlert problem={error} />
        <Button onClick={again}>Try again</Button>
      </Stack>
    </Page>
  );
}
