import type { useRouter } from '@tanstack/react-router';
import { forgetSession } from '../session/session';

const SIGN_IN = '/sign-in';

/**
 * Goes to the sign-in once the session has ended, and forgets what was known. Who has written something is asked first, and may stay
 * with it.
 * @param next where to go after signing in
 */
export async function toSignIn(router: ReturnType<typeof useRouter>, next = '/'): Promise<void> {
  await router.navigate({ to: SIGN_IN, search: next === '/' ? {} : { next } });
  if (router.state.location.pathname === SIGN_IN) forgetSession();
}
