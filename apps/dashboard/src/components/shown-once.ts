import { type ReactNode, useSyncExternalStore } from 'react';

/** What is shown this once, such as a token that was just made. */
export interface ShownOnce {
  readonly title: string;
  /** @param done to be called when somebody says that they have it */
  readonly content: (done: () => void) => ReactNode;
}

let kept: readonly ShownOnce[] = [];
const listeners = new Set<() => void>();

function keep(next: readonly ShownOnce[]): void {
  kept = next;
  listeners.forEach((heard) => heard());
}

const listen = (heard: () => void): (() => void) => {
  listeners.add(heard);
  return () => void listeners.delete(heard);
};

/**
 * Shows it over whatever page is there, until somebody says that they have it: also when they have left the page that asked for it,
 * and when the session has ended.
 */
export const showOnce = (shown: ShownOnce): void => keep([...kept, shown]);

/** Somebody has said that they have it. */
export const letGo = (shown: ShownOnce): void => keep(kept.filter((one) => one !== shown));

/** What is to be shown now; undefined for nothing. */
export const useShownOnce = (): ShownOnce | undefined =>
  useSyncExternalStore(listen, () => kept[0]);
