import { Injectable } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import { BelievedTime } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';

/**
 * The time by which a fact is too old to be told. A clock that leaps ahead would lose alerts, and a planner that has just begun may have
 * to begin at the first fact that there is: then nobody knows its clock to be right, but it is no earlier than the newest fact.
 */
@Injectable()
export class TellingTime {
  private time: BelievedTime | undefined;

  constructor(
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Asks the log what it knows; once. @throws Unavailable */
  async learn(): Promise<void> {
    this.time ??= new BelievedTime(this.clock, await this.newest());
  }

  /** Milliseconds since 1970; null while nothing is known. */
  get(): number | null {
    return this.time?.get() ?? null;
  }

  private async newest(): Promise<number> {
    const ends = await this.log.ends('issues');
    const last = ends.map((end) => Math.max(0, end - 1));
    let newest = -Infinity;
    for await (const records of this.log.read('issues', last, ends))
      for (const { meta } of records) newest = Math.max(newest, Date.parse(meta.time));
    return newest;
  }
}
