import { Injectable } from '@nestjs/common';
import { Clock, Settings } from '@parapet/chassis';
import type { Origin } from '@parapet/contracts';
import type { Moment } from './next-attempt';
import { ownFact } from './own-fact';

/** What decisions about deliveries are given of the world. */
@Injectable()
export class Moments {
  constructor(
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  moment(): Moment {
    const scheduleMs = this.settings.webhookScheduleMs;
    return { now: this.clock.now(), random: Math.random(), scheduleMs };
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
