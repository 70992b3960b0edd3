import { ApiProblem } from '../api/problem';

/** Whether somebody changed the policy since what was asked was asked of it. */
export const isChanged = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.status === 412;

/** What to say then, once it was read again. */
export const CHANGED_MEANWHILE =
  'Somebody changed it meanwhile. What it says now is shown; try again if you still want it.';
