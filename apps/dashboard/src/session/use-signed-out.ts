import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../api/problem';
import { useLiveState } from '../live/live';
import { sessionOptions } from './session';

/** Whether the session has ended, elsewhere or by itself: the stream says so, or whatever else was asked for. */
export function useSignedOut(): boolean {
  const isHeard = useLiveState() === 'signed out';
  // Generated types tell the bodies of errors; what is thrown is the problem made of them.
  const problem: unknown = useQuery(sessionOptions).error;
  return isHeard || (problem instanceof ApiProblem && problem.isSignedOut);
}
