import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem';

const TRIES = 3;

/** What pages have asked for and may show again. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) =>
        error instanceof ApiProblem && error.isPassing && failures < TRIES,
    },
  },
});
