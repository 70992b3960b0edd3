import type { Pagination } from './generated/types.gen';

/** As many as a page of a list has. */
export const PAGE_SIZE = 50;

/** What an infinite query of a list needs besides the options of the generated client. */
export const byCursor = {
  initialPageParam: {},
  getNextPageParam: ({ pagination }: { readonly pagination: Pagination }): string | undefined =>
    pagination.next_cursor ?? undefined,
};
