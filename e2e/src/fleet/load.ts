import { connection, newAgent, nextTimestamp, type TestAgent } from '../house/actors';
import type { Client } from '../house/client';

/** One observation to be sent, and what the house said of it so far. */
interface Sent {
  readonly agent: TestAgent;
  /** Agent and number: what an observation is known by when it comes back. */
  readonly key: string;
  readonly fingerprint: string;
  readonly body: string;
  /** Whether its sender tries again when no answer came. One that does not leaves it to the house to finish. */
  readonly patient: boolean;
  tried: boolean;
  created: number;
  acknowledged: boolean;
  id: string | null;
}

/** What a fleet has sent, and therefore what must be true afterwards. */
export interface Load {
  readonly agents: readonly TestAgent[];
  readonly sent: readonly Sent[];
  /** The end of every domain of this load, and of no other: its issues are known by it. */
  readonly zone: string;
}

export interface Fleet {
  readonly admin: Client;
  readonly observations: number;
  readonly zone: string;
  /** Where observations are sent to, when not to where the admin asks. */
  readonly at?: { readonly baseUrl: string };
}

/** Some agents with observations that fall on a few fingerprints each. */
export async function planLoad(fleet: Fleet): Promise<Load> {
  const { admin, observations, zone, at } = fleet;
  const made = await Promise.all([1, 2, 3].map(() => newAgent(admin)));
  const agents = made.map((agent) => (at ? { ...agent, client: agent.client.to(at) } : agent));
  const sent = Array.from({ length: observations }, (_, i): Sent => {
    const agent = agents[i % agents.length] ?? agents[0];
    if (!agent) throw new Error('no agents');
    const domain = `d${i % 7}.${zone}`;
    const body = JSON.stringify({ ...connection(domain, { nth: i }), timestamp: nextTimestamp() });
    const fingerprint = `${agent.id} ${domain}`;
    const key = `${agent.id} ${i}`;
    const said = { tried: false, created: 0, acknowledged: false, id: null };
    return { agent, key, fingerprint, body, patient: i % 4 !== 3, ...said };
  });
  return { agents, sent, zone };
}

/** Waits until the observation at this place of the load may be sent for the first time. */
export type Pace = (place: number) => Promise<unknown>;

/**
 * Sends what was not acknowledged yet and some of the rest again, by 8 senders, now and then twice at once; resolves when
 * all of it is sent or the house went away.
 * @returns whether nothing is left to be sent.
 */
export async function sendRest(load: Load, random: () => number, pace?: Pace): Promise<boolean> {
  const rest = load.sent.filter((item) => isDue(item) || (item.acknowledged && random() < 0.15));
  const lost = { house: false };
  const sender = async (): Promise<void> => {
    for (let item = rest.shift(); item && !lost.house; item = rest.shift()) {
      if (pace && !item.tried) await pace(load.sent.indexOf(item));
      const times = random() < 0.3 ? 2 : 1;
      const tries = Array.from({ length: times }, () => sendOnce(item));
      if ((await Promise.all(tries)).includes(false)) lost.house = true;
    }
  };
  await Promise.all(Array.from({ length: 8 }, sender));
  return !load.sent.some(isDue);
}

const isDue = (item: Sent): boolean => !item.acknowledged && (item.patient || !item.tried);

/** Answers false when the house is away. A 503 is no acknowledgement: it is sent again later. */
async function sendOnce(item: Sent): Promise<boolean> {
  item.tried = true;
  try {
    const answer = await item.agent.client.put<{ id: string }>('/v1/events_v2', item.body);
    if (answer.status === 503) return false;
    expect([201, 202]).toContain(answer.status);
    item.acknowledged = true;
    item.created += answer.status === 201 ? 1 : 0;
    expect(item.id ?? answer.body.id).toBe(answer.body.id);
    item.id = answer.body.id;
    return true;
  } catch (error) {
    if (isConnectionError(error)) return false;
    throw error;
  }
}

/** Whether a request failed on its way: nobody knows whether it was applied. */
export function isConnectionError(error: unknown): boolean {
  // Not `instanceof`: Jest's realm has an Error of its own.
  return typeof error === 'object' && error !== null && 'code' in error;
}
