import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSignedOut } from '../session/use-signed-out';
import { toSignIn } from './to-sign-in';

/** Leads to the sign-in, and back from there, when the session ended elsewhere or by itself. */
export function LeaveWhenSignedOut() {
  const isOut = useSignedOut();
  const router = useRouter();
  useEffect(() => {
    if (isOut) void toSignIn(router, router.state.location.href);
  }, [isOut, router]);
  return null;
}
