import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemAlert } from '../components/problem-alert';

interface AnswerProps<T> {
  /** What `useQuery` says of the question. */
  readonly query: { readonly data: T | undefined; readonly error: unknown };
  readonly children: (data: T) => ReactNode;
}

/** What was asked, and why nobody can say it now: what was known before is shown all the same, and so is the rest of the page. */
export function Answer<T>({ query: { data, error }, children }: AnswerProps<T>) {
  const problem = error ? <ProblemAlert problem={error} /> : null;
  if (data === undefined) return problem ?? <Skeleton h={110} />;
  return (
    <>
      {problem}
      {children(data)}
    </>
  );
}
