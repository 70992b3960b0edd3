import { Injectable } from '@nestjs/common';
import { Clock, Settings } from '@parapet/chassis';
import { BelievedTime, type Origin } from '@parapet/contracts';
import { LEASE_MS } from './delivery-leases';
import { longestWait, type Moment } from './next-attempt';
import { ownFact } from './own-fact';

/** What decisions about deliveries are given of the world. */
@Injectable()
export class Moments {
  private readonly time: BelievedTime;

  constructor(
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {
    this.time = new BelievedTime(clock, -Infinity);
    this.believed();
  }

  moment(): Moment {
    const scheduleMs = this.settings.webhookScheduleMs;
    return { now: this.clock.now(), random: Math.random(), scheduleMs };
  }

  /** The time, where a clock that leaps ahead would lose an alert or undo what people set up; null in the half hour after the start. */
  believed(): number | null {
    return this.time.get();
  }

  /** What is due later than this was put off by a clock that was ahead; null while nobody knows the time for certain. */
  latestDue(): number | null {
    const believed = this.believed();
    if (believed === null) return null;
    const { now, scheduleMs } = this.moment();
    return Math.max(believed, now) + longestWait(scheduleMs) + LEASE_MS;
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
