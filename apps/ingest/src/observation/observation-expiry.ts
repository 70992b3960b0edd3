import { Injectable } from '@nestjs/common';
import { Clock, Settings, TimeOfLog } from '@parapet/chassis';
import { EventLog } from '@parapet/eventlog';

/**
 * Knows which observations have expired, also where a process has just begun, as to make documents again. What would have expired by a
 * clock that is ahead would be in no list, and new when it is sent again.
 */
@Injectable()
export class ObservationExpiry {
  readonly retentionMs: number;
  private readonly time: TimeOfLog;

  constructor(log: EventLog, clock: Clock, settings: Settings) {
    this.retentionMs = settings.observationRetentionMs;
    this.time = new TimeOfLog(log, clock, 'observations');
  }

  /** What was received then, or earlier, has expired: milliseconds since 1970. @throws Unavailable */
  async latest(): Promise<number> {
    await this.time.learn();
    return (this.time.get() ?? -Infinity) - this.retentionMs;
  }
}
