import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Failure } from '../components/failure';
import { Page } from '../components/page';
import { isUnloaded, readAnewOnce } from '../reload-when-replaced';

/** In place of a page that could not be shown; where it could not be loaded, it is read anew. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const missing = isUnloaded(error);
  useEffect(() => {
    if (missing) readAnewOnce();
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
