/**
 * Milliseconds until the clock of this process next is a whole multiple of `everyMs`, at least half of it: whatever is done every so
 * often is then done together, and a process that has nothing else to do wakes once for all of it.
 */
export function inStep(everyMs: number): number {
  const rest = Math.ceil(everyMs - (performance.now() % everyMs));
  return rest < everyMs / 2 ? rest + everyMs : rest;
}
