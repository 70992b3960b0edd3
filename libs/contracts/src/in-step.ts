/**
 * Milliseconds until the clock of this process next is a whole multiple of `everyMs`, at least half of it: whatever is done every so
 * often is then done together, and a process that has nothing else to do wakes once for all of it.
 */
export function inStep(everyMs: number): number {
  const rest = Math.ceil(everyMs - (performance.now() % everyMs));
  return rest < everyMs / 2 ? rest + everyMs : rest;
}

/** Does something every so often, in step with all else; lets the process end meanwhile. @returns what ends it */
export function everyInStep(everyMs: number, work: () => void): () => void {
  let timer: NodeJS.Timeout;
  const again = (): void => {
    timer = setTimeout(() => {
      again();
      work();
    }, inStep(everyMs)).unref();
  };
  again();
  return () => clearTimeout(timer);
}
