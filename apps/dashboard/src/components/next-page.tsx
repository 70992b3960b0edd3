import { Button, Center } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';

/** An infinite query: what it has is shown above. */
export interface EndlessList {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** The end of a list that may go on: the next page is asked for when it comes into view, or when somebody says so. */
export function NextPage({ list }: { readonly list: EndlessList }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  // After a failure somebody has to say so: else it would be asked again and again.
  const wanted = entry?.isIntersecting && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (wanted && !isFetchingNextPage) void fetchNextPage();
  }, [wanted, isFetchingNextPage, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <Center ref={ref} py="sm">
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? 'Try again' : 'Show more'}
      </Button>
    </Center>
  );
}
