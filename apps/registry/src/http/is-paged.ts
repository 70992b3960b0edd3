import { type RawQuery, scalar } from '@parapet/chassis';

/** Whether a page was asked for. A list without a limit in the spec is answered whole otherwise. @throws Problem */
export const isPaged = (query: RawQuery): boolean =>
  scalar(query, 'limit') !== undefined || scalar(query, 'cursor') !== undefined;
