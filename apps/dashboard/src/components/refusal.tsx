import { InSight } from './in-sight';
import { ProblemAlert } from './problem-alert';

/** Why something could not be done, beside the button for it. */
export const Refusal = ({ problem }: { readonly problem: unknown }) => (
  <InSight>
    <ProblemAlert problem={problem} />
  </InSight>
);
