import { visible } from './visible';

/** Text that somebody else wrote: shown as text, whatever stands in it, and without changing the direction of what is around. */
export const PlainText = ({ children }: { readonly children: string }) => (
  <bdi dir="ltr">{visible(children)}</bdi>
);
