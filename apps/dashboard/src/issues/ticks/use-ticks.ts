import { useCallback, useState } from 'react';
import type { IssueView } from '../../api/generated/types.gen';
import { NONE_TICKED, onlyTicked, stillTicked, withTick } from './ticks';

export interface Ticks {
  readonly ids: ReadonlySet<string>;
  /** Is the same as long as the list is shown. */
  readonly tick: (id: string, isTicked: boolean) => void;
  /** These alone, whatever was ticked before; nothing once another list is shown. */
  readonly tickOnly: (ids: readonly string[]) => void;
}

/** Which of the issues somebody has ticked: none of another list, and none that has left this one. @param list its filters, as text */
export function useTicks(issues: readonly IssueView[], list: string): Ticks {
  const [before, setTicked] = useState({ list, ids: NONE_TICKED });
  const ticked = stillTicked(before, list, issues);
  if (ticked !== before) setTicked(ticked);
  const tick = useCallback(
    (id: string, isTicked: boolean) => setTicked((now) => withTick(now, id, isTicked)),
    [],
  );
  return {
    ids: ticked.ids,
    tick,
    tickOnly: (ids) => setTicked((now) => onlyTicked(now, list, ids)),
  };
}
