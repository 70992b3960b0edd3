import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Failure } from './failure';

interface PartProps {
  /** In its place until it is there. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page that is loaded by itself. Where it cannot be shown, that is said in its place, and the rest of the page stays. */
export const Part = ({ fallback, children }: PartProps) => (
  <CatchBoundary getResetKey={() => 'part'} errorComponent={FailedPart}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </CatchBoundary>
);

const FailedPart = ({ error, reset }: ErrorComponentProps) => (
  <Failure error={error} onAgain={reset} />
);
