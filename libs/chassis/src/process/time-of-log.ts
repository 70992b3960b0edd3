import { BelievedTime, type Topic } from '@parapet/contracts';
import type { EventLog } from '@parapet/eventlog';
import type { Clock } from './clock';

/**
 * The time by which facts of a topic are too old. A clock that leaps ahead would make them so too early, and of a process that has just
 * begun nobody knows the clock to be right; but it is no earlier than the newest fact.
 */
export class TimeOfLog {
  private time: BelievedTime | undefined;

  constructor(
    private readonly log: Pick<EventLog, 'ends' | 'read'>,
    private readonly clock: Clock,
    private readonly topic: Topic,
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
    const ends = await this.log.ends(this.topic);
    const last = ends.map((end) => Math.max(0, end - 1));
    let newest = -Infinity;
    for await (const records of this.log.read(this.topic, last, ends))
      for (const { meta } of records) {
        // What others put there may have any text for a time.
        const at = Date.parse(meta.time);
        if (at > newest) newest = at;
      }
    return newest;
  }
}
