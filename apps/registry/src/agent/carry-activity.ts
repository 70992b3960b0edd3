import { Injectable, Logger } from '@nestjs/common';
import { ActivityTable, Background, type BackgroundWork, Clock, Looks } from '@parapet/chassis';
import {
  type Activity,
  type ActivityCarried,
  eventId,
  isAhead,
  isoTime,
  toAppend,
  TOPICS,
} from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';

const LOOK_MS = 60_000;
/** Long before the oldest sightings are forgotten: whoever begins to read there finds in time what is to be known. */
const CARRY_AFTER_MS = TOPICS.sightings.retentionMs / 4;
const TOGETHER = 500;

/** What carries the activity of an agent on. @param now milliseconds since 1970 */
function activityCarried(activity: Activity, now: number): ActivityCarried {
  const { id: agent_id, carried_at: _, ...known } = activity;
  return {
    ...{ id: eventId(), type: 'ActivityCarried', schema: 1, time: isoTime(now) },
    ...{ actor: 'registry', cause: null, data: { agent_id, activity: known } },
  };
}

/** Also where a clock was ahead that said when it was carried on. */
function isDue({ carried_at }: Activity, now: number): boolean {
  const at = Date.parse(carried_at);
  return at <= now - CARRY_AFTER_MS || isAhead(at, now);
}

/**
 * Says again what is known of the activity of agents before the sightings are forgotten that tell it. Any replica may; twice is once.
 */
@Injectable()
export class CarryActivity implements BackgroundWork {
  readonly name = 'registry.activity';
  private readonly logger = new Logger(this.name);
  private readonly looks = new Looks(LOOK_MS, () => this.look());

  constructor(
    private readonly activities: ActivityTable,
    private readonly log: EventLog,
    private readonly clock: Clock,
    background: Background,
  ) {
    background.add(this);
  }

  async start(): Promise<void> {
    this.looks.begin();
  }

  stop(): Promise<void> {
    return this.looks.end();
  }

  /** Never fails: what could not be carried on is at the next look. */
  async look(): Promise<void> {
    try {
      await this.carryDue();
    } catch (error) {
      this.logger.warn({ err: error, msg: 'the activity of agents could not be carried on' });
    }
  }

  private async carryDue(): Promise<void> {
    const now = this.clock.now();
    const due = [...this.activities.values()].filter((activity) => isDue(activity, now));
    if (due.length === 0) return;
    // What somebody says who does not know all is void, and would be said again at every look.
    await this.activities.caughtUp();
    for (let i = 0; i < due.length && !this.looks.stop.aborted; i += TOGETHER) {
      // Whatever came meanwhile is in it.
      const known = due.slice(i, i + TOGETHER).flatMap(({ id }) => this.activities.get(id) ?? []);
      const facts = known.map((activity) => toAppend(activity.id, activityCarried(activity, now)));
      await this.log.append('sightings', facts);
    }
  }
}
