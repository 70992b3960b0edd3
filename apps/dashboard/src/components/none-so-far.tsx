import { EmptyState } from './empty-state';
import { type EndlessList, NextPage } from './next-page';

/** Where nothing of what was read so far is to be shown, and there is more to read: the search goes on by itself. */
export const NoneSoFar = ({ list }: { readonly list: EndlessList }) => (
  <EmptyState title="Nothing so far" action={<NextPage list={list} />}>
    What is older is still being searched.
  </EmptyState>
);
