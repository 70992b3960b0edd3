/** Somebody may want an end of it (Ctrl-C): what is begun is then cleared away first. */
export interface EndedByHand {
  readonly signal: AbortSignal;
  /** From now on signals do again what they always do. */
  forget(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function endedByHand(process: NodeJS.EventEmitter): EndedByHand {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const name of SIGNALS) process.on(name, end);
  return {
    signal: ending.signal,
    forget: () => {
      for (const name of SIGNALS) process.off(name, end);
    },
  };
}
