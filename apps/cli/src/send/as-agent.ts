import { HouseProblem } from '../house/house-problem';

/** What went wrong; an Error with a sentence that says what to do when no agent has the token. */
export const asAgent = (error: unknown): unknown =>
  error instanceof HouseProblem && error.status === 401
    ? new Error(
        `${error.message}: set PARAPET_TOKEN to that of an agent, as \`parapet agent create\` answers it.`,
        { cause: error },
      )
    : error;
