import { type Heard } from './hearing';
import type { Struck } from './strike';

/** Within so long after it was sent a result is in the log, when that is there (ms). */
const RECORDED_MS = 2_000;
/** So late a receiver may hear of what was sent: a request that is on its way when its sender is killed arrives all the same (ms). */
const HEARD_MS = 250;
/** How long after its start the log takes appends again, at most (ms). */
const LOG_BACK_MS = 15_000;

/** What came to a receiver although it had taken it before. */
export interface Repeat {
  readonly first: Heard;
  readonly again: Heard;
}

/** Every request that came after one with the same id had been taken. */
export function repeatsOf(heard: readonly Heard[]): readonly Repeat[] {
  const taken = new Map<string, Heard>();
  const repeats: Repeat[] = [];
  for (const one of heard) {
    const first = taken.get(one.id);
    if (first) repeats.push({ first, again: one });
    if (one.status === 200) taken.set(one.id, one);
  }
  return repeats;
}

/**
 * Whether a kill explains a repeat: a notifier was killed after the first was sent, which may be a moment before it was heard, and
 * before its result could be in the log. While the log is away results wait for it.
 */
export function isExplained({ first }: Repeat, struck: readonly Struck[]): boolean {
  let recordedBy = first.at + RECORDED_MS;
  for (const { target, at, backAt } of struck)
    if (target === 'log' && at <= recordedBy && first.at <= backAt + LOG_BACK_MS)
      recordedBy = Math.max(recordedBy, backAt + LOG_BACK_MS);
  return struck.some(
    ({ target, at }) =>
      target.startsWith('notifier-') && first.at - HEARD_MS <= at && at <= recordedBy,
  );
}

/** A repeat in a line, with what was killed around it, for whoever looks for its cause. */
export function told({ first, again }: Repeat, struck: readonly Struck[]): string {
  const since = (at: number): string => `${((at - first.at) / 1_000).toFixed(1)} s`;
  const around = struck.filter(({ at, backAt }) => backAt > first.at - 15_000 && at < again.at);
  const kills = around.map(
    ({ target, at, backAt }) => `${target} ${since(at)} to ${since(backAt)}`,
  );
  return `${first.path} ${first.id} taken ${new Date(first.at).toISOString()}, again after ${since(again.at)}: ${kills.join(', ')}`;
}
