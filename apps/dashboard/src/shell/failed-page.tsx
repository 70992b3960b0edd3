import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isPassing } from '../api/problem';
import { Failure } from '../components/failure';
import { Page } from '../components/page';
import { isUnloaded, readAnewOnce } from '../reload-when-replaced';
import { sessionOptions } from '../session/session';

/** In place of a page that could not be shown; where it could not be loaded, it is read anew. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const missing = isUnloaded(error);
  useEffect(() => {
    if (missing) void readAnewOnce();
  }, [missing]);
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <Page title="This page cannot be shown">
      <Failure error={error} onAgain={again} />
    </Page>
  );
}

/** The same where no frame stands around it: as long as nobody can say who is signed in, that is asked again. */
export function FailedFrame(props: ErrorComponentProps) {
  const router = useRouter();
  const { error, reset } = props;
  const { isSuccess } = useQuery({ ...sessionOptions, enabled: isPassing(error) });
  useEffect(() => {
    if (!isPassing(error) || !isSuccess) return;
    reset();
    void router.invalidate();
  }, [error, isSuccess, reset, router]);
  return (
    <Box component="main" p="md">
      <FailedPage {...props} />
    </Box>
  );
}
