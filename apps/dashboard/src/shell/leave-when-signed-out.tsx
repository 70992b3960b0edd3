import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useShownOnce } from '../components/shown-once';
import { useSignedOut } from '../session/use-signed-out';
import { toSignIn } from './to-sign-in';

/**
 * Leads to the sign-in, and back from there, when the session ended elsewhere or by itself: not before somebody has what is shown
 * once.
 */
export function LeaveWhenSignedOut() {
  const isOut = useSignedOut();
  const isFree = useShownOnce() === undefined;
  const router = useRouter();
  useEffect(() => {
    if (isOut && isFree) void toSignIn(router, router.state.location.href);
  }, [isOut, isFree, router]);
  return null;
}
