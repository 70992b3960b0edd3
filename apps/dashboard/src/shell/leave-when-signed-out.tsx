import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLiveState } from '../live/live';
import { forgetSession } from '../session/session';

/** Leads to the sign-in, and back from there, when the session ended elsewhere or by itself. */
export function LeaveWhenSignedOut() {
  const isOut = useLiveState() === 'signed out';
  const router = useRouter();
  useEffect(() => {
    if (!isOut) return;
    const { href } = router.state.location;
    forgetSession();
    void router.navigate({ to: '/sign-in', search: href === '/' ? {} : { next: href } });
  }, [isOut, router]);
  return null;
}
