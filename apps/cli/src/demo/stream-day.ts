import { setTimeout as pause } from 'node:timers/promises';
import type { Door, Moment } from './day/moment';
import type { Enrolled } from './house/enrol';

/** Where the news of a sensor goes, a request each. */
const DOORS: Readonly<Record<Door, { readonly method: 'PUT' | 'POST'; readonly path: string }>> = {
  native: { method: 'PUT', path: '/v1/events_v2' },
  falco: { method: 'POST', path: '/v1/integrations/falco' },
};

/** How a day is played. */
export interface Pace {
  /** When the day begins, milliseconds since 1970. */
  readonly from: number;
  /** How many times as fast as it was. */
  readonly speed: number;
  readonly signal: AbortSignal;
  /** Called as soon as the house has taken something. */
  took(moment: Moment): void;
}

/**
 * Sends each moment when its time has come, with the token of its agent. What an agent saw goes out in order; agents do not wait for each other.
 * @throws HouseProblem for what the house refuses, HouseAway when it is gone
 */
export async function streamDay(
  moments: readonly Moment[],
  fleet: readonly Enrolled[],
  pace: Pace,
): Promise<void> {
  const began = performance.now();
  const lane = async (agent: Enrolled): Promise<void> => {
    for (const moment of moments.filter((one) => one.agent === agent.name)) {
      const due = began + (moment.at - pace.from) / pace.speed;
      const wait = due - performance.now();
      if (wait > 1) await pause(wait, undefined, { signal: pace.signal });
      await send(agent, moment, pace.signal);
      pace.took(moment);
    }
  };
  await Promise.all(fleet.map(lane));
}

async function send({ client }: Enrolled, moment: Moment, signal: AbortSignal): Promise<void> {
  const { method, path } = DOORS[moment.door];
  const headers = { 'content-type': 'application/json' };
  const answer = await client.ask(path, { method, headers, body: moment.line, signal });
  // A connection is used again once its answer has been read.
  await answer.arrayBuffer();
}
