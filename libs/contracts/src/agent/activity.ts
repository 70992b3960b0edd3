import type { LogEvent } from '../event';
import type { Agent } from './agent';
import { bothLosses } from './agent-losses';
import {
  addTallies,
  type AgentCount,
  type Counted,
  evolveCounted,
  newestReports,
} from './agent-tally';
import { isAhead } from './clocks-apart';

/** What changes of an agent without anybody changing it: when it was seen last, and what was counted of it. */
export interface Activity extends Counted {
  readonly id: string;
  readonly last_seen: string;
  /** How many sightings are folded in. */
  readonly sightings: number;
  /** Time of the fact that had all of this in it: the first sighting, or what carried it on since. */
  readonly carried_at: string;
}

/** At most one per agent and process in AGENT_TIMEOUT/4; the latest time wins, unless a clock was ahead. */
export type AgentSighted = LogEvent<
  'AgentSighted',
  {
    readonly agent_id: string;
    readonly last_seen: string;
    /** What came of what it sent. */
    readonly count?: AgentCount;
  }
>;
/** All that sightings made of an agent, said again before the oldest of them is forgotten. Void where more is known. */
export type ActivityCarried = LogEvent<
  'ActivityCarried',
  { readonly agent_id: string; readonly activity: Omit<Activity, 'id' | 'carried_at'> }
>;
/** Topic `sightings`, key = agent id. */
export type ActivityEvent = AgentSighted | ActivityCarried;

function sighted(before: Activity, { data, time }: AgentSighted): Activity {
  const { last_seen, count } = data;
  const wasAhead = isAhead(Date.parse(before.last_seen), Date.parse(time));
  const isLater = last_seen > before.last_seen || wasAhead;
  return {
    ...(count ? evolveCounted(before, count) : before),
    last_seen: isLater ? last_seen : before.last_seen,
    sightings: before.sightings + 1,
  };
}

/**
 * Folds one fact. Who reads the topic when its first facts are forgotten knows too little until it comes to what was carried on; who
 * knows as much as that finds there what it has.
 */
export function evolveActivity(state: Activity | undefined, event: ActivityEvent): Activity {
  const id = event.data.agent_id;
  const before = state ?? { id, last_seen: '', sightings: 0, carried_at: event.time };
  if (event.type === 'AgentSighted') return sighted(before, event);
  const { activity } = event.data;
  return activity.sightings < before.sightings
    ? before
    : { id, ...activity, carried_at: event.time };
}

/** The agent as it was last seen, with all that was counted of it: what its own facts say of that is from before there were sightings. */
export function seenAgent<A extends Agent>(agent: A, activity: Activity | undefined): A {
  if (!activity) return agent;
  const { last_seen, tally, sensors } = activity;
  const tallies = [agent.tally, tally].filter((one) => one !== undefined);
  const reports = newestReports(agent.sensors ?? [], sensors ?? []);
  const losses = [agent.losses, activity.losses].filter((known) => known !== undefined);
  return {
    ...{ ...agent, last_seen },
    ...(tallies.length > 0 && { tally: tallies.reduce(addTallies) }),
    ...(reports.length > 0 && { sensors: reports }),
    ...(losses.length > 0 && { losses: losses.reduce(bothLosses) }),
  };
}
