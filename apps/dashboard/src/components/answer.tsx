import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemAlert } from './problem-alert';

interface AnswerProps<T> {
  /** What is said of the question by `useQuery` or `useInfiniteQuery`; of a next page it is said where that would stand. */
  readonly query: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly isFetchNextPageError?: boolean;
  };
  /** In its place until it is there. */
  readonly waiting?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** What was asked, and why nobody can say it now: what was known before is shown all the same, and so is the rest of the page. */
export function Answer<T>({ query, waiting = <Skeleton h={110} />, children }: AnswerProps<T>) {
  const { data, error, isFetchNextPageError = false } = query;
  const problem = error && !isFetchNextPageError ? <ProblemAlert problem={error} /> : null;
  if (data === undefined) return problem ?? waiting;
  return (
    <>
      {problem}
      {children(data)}
    </>
  );
}
