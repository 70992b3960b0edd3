/** Somebody may want an end of it (Ctrl-C): what is begun is then cleared away first. */
export interface EndedByHand {
  readonly signal: AbortSignal;
  /** From now on signals do again what they always do. */
  forget(): void;
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The same, and that nobody reads the answer any more. */
export const OR_UNREAD: readonly NodeJS.Signals[] = [...SIGNALS, 'SIGPIPE'];

/** @param signals those that ask for it */
export function endedByHand(process: NodeJS.EventEmitter, signals = SIGNALS): EndedByHand {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const name of signals) process.on(name, end);
  return {
    signal: ending.signal,
    forget: () => {
      for (const name of signals) process.off(name, end);
    },
  };
}
