import { Button, Center, Stack } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import { ProblemAlert } from './problem-alert';

/** An infinite query: what it has is shown above. */
export interface EndlessList {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  /** What it has could not be read again, or its next page not be read. */
  readonly isError: boolean;
  readonly isRefetchError: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  refetch(): Promise<unknown>;
  fetchNextPage(): Promise<unknown>;
}

/** The end of a list that may go on: the next page is asked for when it comes into view, or when somebody says so. */
export function NextPage({ list }: { readonly list: EndlessList }) {
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  // While the list is read again it would take the place of that. After a failure somebody has to say so: else it would be asked
  // again and again.
  const wanted = entry?.isIntersecting && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (wanted) void fetchNextPage();
  }, [wanted, fetchNextPage]);
  if (!hasNextPage) return null;
  const ask = (): void => void (list.isRefetchError ? list.refetch() : fetchNextPage());
  return (
    <Stack ref={ref} gap="sm" py="sm">
      {list.isFetchNextPageError && <ProblemAlert problem={list.error} />}
      <Center>
        <Button variant="default" loading={isFetching} onClick={ask}>
          {isError ? 'Try again' : 'Show more'}
        </Button>
      </Center>
    </Stack>
  );
}
