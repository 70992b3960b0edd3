import { mostStranded } from '../../limit/slice';
import type { Bucket, Standing } from '../../limit/rate-counters';

/** What is known of one key in one window. */
interface Window {
  asked: number;
  passed: number;
  /** Let pass by a process that could not ask, or may not have. */
  apart: number;
  readonly byProcess: Map<unknown, number>;
  /** Whether the store was there all the time. */
  calm: boolean;
}

/** One answer of a process. */
interface Taken {
  readonly bucket: Bucket;
  readonly key: string;
  readonly standing: Standing;
  readonly process: unknown;
  /** The time of the process, in milliseconds since 1970. */
  readonly now: number;
  /** Processes there have ever been. */
  readonly ever: number;
  /** Whether the process could ask the store. */
  readonly asking: boolean;
}

/** The model: what passed in each window, counted naively, and what may be said of it. */
export class Passed {
  private readonly windows = new Map<string, Window>();

  /** What is wrong with an answer, in words; empty when nothing is. */
  wrong(taken: Taken): string[] {
    const window = this.count(taken);
    const calm = taken.bucket.sliced ? this.nearly : this.exactly;
    const claims = [
      ...this.always(taken),
      ...this.neverTooMuch(taken, window),
      ...(window.calm ? calm(taken, window) : []),
    ];
    return claims.filter(([, holds]) => !holds).map(([claim]) => claim);
  }

  private always({ bucket, standing: { remaining, allowed, resetAt }, now }: Taken): Claim[] {
    return [
      ['remaining is from 0 to the limit', remaining >= 0 && remaining <= bucket.limit],
      ['nothing remains for who is refused', allowed || remaining === 0],
      ['the reset is the end of a window', resetAt % bucket.windowMs === 0],
      ['the reset is that of this window', resetAt > now && resetAt <= now + bucket.windowMs],
    ];
  }

  private neverTooMuch({ bucket, process }: Taken, window: Window): Claim[] {
    const own = window.byProcess.get(process) ?? 0;
    return [
      ['one process passes no more than the limit', own <= bucket.limit],
      ['all pass no more than limit and apart', window.passed <= bucket.limit + window.apart],
    ];
  }

  private exactly({ bucket, standing }: Taken, { asked }: Window): Claim[] {
    return [
      ['it passes what is within the limit', standing.allowed === asked <= bucket.limit],
      ['it tells what is left', standing.remaining === Math.max(0, bucket.limit - asked)],
    ];
  }

  private nearly({ bucket, standing, ever }: Taken, { passed }: Window): Claim[] {
    const atLeast = bucket.limit - mostStranded(bucket.limit) * (ever - 1);
    return [['it is refused near the limit', standing.allowed || passed >= atLeast]];
  }

  private count(taken: Taken): Window {
    const window = this.windowOf(taken);
    window.asked += 1;
    window.calm &&= taken.asking;
    if (!taken.standing.allowed) return window;
    window.passed += 1;
    if (!taken.asking) window.apart += 1;
    window.byProcess.set(taken.process, (window.byProcess.get(taken.process) ?? 0) + 1);
    return window;
  }

  private windowOf({ bucket, key, standing }: Taken): Window {
    const name = `${bucket.name} ${key} ${standing.resetAt}`;
    const known = this.windows.get(name);
    if (known) return known;
    const made = { asked: 0, passed: 0, apart: 0, byProcess: new Map(), calm: true };
    this.windows.set(name, made);
    return made;
  }
}

type Claim = readonly [claim: string, holds: boolean];
