import { setTimeout as pause } from 'node:timers/promises';
import { isConnectionError } from '../fleet/load';
import { connection, type TestAgent } from '../house/actors';
import { allTheWhile, type Loop } from '../house/all-the-while';

/** An observation that makes an issue of its own, and when the house said that it has it (milliseconds since 1970). */
interface Raised {
  readonly domain: string;
  readonly acknowledgedAt: number;
}

/** New issues, one after the other, until it is ended. */
export interface Stream {
  readonly raised: readonly Raised[];
  /** Resolves when every issue that was begun has been acknowledged. */
  end(): Promise<void>;
}

const AGAIN_MS = 100;

/** How fast issues are raised. */
export interface Pace {
  readonly everyMs: number;
  /** Whether none is to be raised now: a machine that cannot keep pace would only ever fall further behind. */
  readonly rests: (raised: number) => boolean;
}

/** Raises issues in a zone; what is not acknowledged is sent again, with the same bytes. */
export function openStream(agent: TestAgent, zone: string, { everyMs, rests }: Pace): Stream {
  const raised: Raised[] = [];
  const sending: Promise<void>[] = [];
  const send = async (domain: string): Promise<void> => {
    const body = connection(domain);
    while (!(await acknowledged(agent, body))) await pause(AGAIN_MS);
    raised.push({ domain, acknowledgedAt: Date.now() });
  };
  const loop: Loop = allTheWhile(everyMs, () => {
    if (!rests(sending.length)) sending.push(send(`n${sending.length}.${zone}`));
    return Promise.resolve();
  });
  return {
    raised,
    end: async () => {
      await loop.end();
      await Promise.all(sending);
    },
  };
}

async function acknowledged(agent: TestAgent, body: object): Promise<boolean> {
  try {
    const { status } = await agent.client.put('/v1/events_v2', body);
    if (status === 503) return false;
    expect([201, 202]).toContain(status);
    return true;
  } catch (error) {
    if (isConnectionError(error)) return false;
    throw error;
  }
}
