import { Injectable } from '@nestjs/common';
import { Clock, Settings } from '@parapet/chassis';
import { BelievedTime, type Origin } from '@parapet/contracts';
import { LEASE_MS } from './delivery-leases';
import { longestWait, type Moment } from './next-attempt';
import { ownFact } from './own-fact';

/** Clocks of processes differ, and one that was set back by less is believed at once: no lease and no retry is undone by that. */
const MARGIN_MS = 86_400_000;

/** What decisions about deliveries are given of the world. */
@Injectable()
export class Moments {
  private readonly time: BelievedTime;
  /** Not set back for a moment either. */
  private readonly steady: BelievedTime;

  constructor(
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {
    this.time = new BelievedTime(clock, -Infinity);
    this.steady = new BelievedTime(clock, -Infinity, 'either way');
    this.believed();
    this.latestDue();
  }

  moment(): Moment {
    const scheduleMs = this.settings.webhookScheduleMs;
    return { now: this.clock.now(), random: Math.random(), scheduleMs };
  }

  /** The time, where a clock that leaps ahead would undo what people set up; null in the half hour after the start. */
  believed(): number | null {
    return this.time.get();
  }

  /** What is due later than this was put off by a clock that was ahead; null while nobody knows the time for certain. */
  latestDue(): number | null {
    const steady = this.steady.get();
    if (steady === null) return null;
    const { now, scheduleMs } = this.moment();
    return Math.max(steady, now) + longestWait(scheduleMs) + LEASE_MS + MARGIN_MS;
  }

  /** `cause`: what led to the fact. */
  origin(cause: string): Origin {
    return ownFact(this.clock, cause);
  }

  /** How long a receiver may do nothing but fail, milliseconds; null for ever. */
  get disableAfterMs(): number | null {
    return this.settings.webhookDisableAfterMs;
  }

  get publicUrl(): string {
    return this.settings.publicUrl;
  }
}
