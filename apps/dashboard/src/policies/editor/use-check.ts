import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PolicyDocumentView } from '../../api/generated/types.gen';
import { ApiProblem } from '../../api/problem';
import { checkOptions } from '../policy-requests';
import { type Misplaced, placeIn } from './place';

/** After the last stroke, in milliseconds: long enough not to ask in the middle of a word. */
const PAUSE_MS = 400;

/** What the house says of a draft. */
export type Check =
  | { readonly state: 'checking' }
  | { readonly state: 'valid'; readonly policy: PolicyDocumentView }
  /** `place` is null where the whole draft is wrong, or could not be checked. */
  | { readonly state: 'wrong'; readonly problem: Error; readonly place: Misplaced | null };

/** Lets the house check a draft whenever somebody pauses in writing it. */
export function useCheck(draft: string): Check {
  const [asked] = useDebouncedValue(draft, PAUSE_MS);
  const { data, error } = useQuery(checkOptions(asked));
  return useMemo(() => {
    if (asked !== draft) return { state: 'checking' };
    if (data) return { state: 'valid', policy: data };
    if (!error) return { state: 'checking' };
    const place = error instanceof ApiProblem ? placeIn(error.details) : null;
    return { state: 'wrong', problem: error, place };
  }, [asked, draft, data, error]);
}
