import { Injectable } from '@nestjs/common';
import { Clock, TimeOfLog } from '@parapet/chassis';
import { EventLog } from '@parapet/eventlog';

/**
 * The time by which a fact is too old to be told. A clock that leaps ahead would lose alerts, and a planner that has just begun may have
 * to begin at the first fact that there is.
 */
@Injectable()
export class TellingTime extends TimeOfLog {
  constructor(log: EventLog, clock: Clock) {
    super(log, clock, 'issues');
  }
}
