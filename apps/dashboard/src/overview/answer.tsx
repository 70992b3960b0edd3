import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemAlert } from '../components/problem-alert';

interface AnswerProps<T> {
  /** What `useQuery` says of the question. */
  readonly query: { readonly data: T | undefined; readonly error: unknown };
  readonly children: (data: T) => ReactNode;
}

/** What was asked, or why it cannot be shown: the rest of the page is shown all the same. */
export function Answer<T>({ query: { data, error }, children }: AnswerProps<T>) {
  if (data !== undefined) return children(data);
  return error ? <ProblemAlert problem={error} /> : <Skeleton h={110} />;
}
