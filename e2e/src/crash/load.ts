import { connection, newAgent, nextTimestamp, type TestAgent } from '../house/actors';
import type { House } from '../house/house';

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
}

/** Random numbers in [0, 1), always the same for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Some agents with observations that fall on a few fingerprints each. */
export async function planLoad(house: House, observations: number): Promise<Load> {
  const agents = await Promise.all([1, 2, 3].map(() => newAgent(house.admin)));
  const sent = Array.from({ length: observations }, (_, i): Sent => {
    const agent = agents[i % agents.length] ?? agents[0];
    if (!agent) throw new Error('no agents');
    const domain = `d${i % 7}.crash.example.com`;
    const body = JSON.stringify({ ...connection(domain, { nth: i }), timestamp: nextTimestamp() });
    const fingerprint = `${agent.id} ${domain}`;
    const key = `${agent.id} ${i}`;
    const said = { tried: false, created: 0, acknowledged: false, id: null };
    return { agent, key, fingerprint, body, patient: i % 4 !== 3, ...said };
  });
  return { agents, sent };
}

/**
 * Sends what was not acknowledged yet and some of the rest again, by 8 senders, now and then twice at once; resolves when
 * all of it is sent or the house went away.
 * @returns whether nothing is left to be sent.
 */
export async function sendRest(load: Load, random: () => number): Promise<boolean> {
  const rest = load.sent.filter((item) => isDue(item) || (item.acknowledged && random() < 0.15));
  const lost = { house: false };
  const sender = async (): Promise<void> => {
    for (let item = rest.shift(); item && !lost.house; item = rest.shift()) {
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
    // Not `instanceof`: Jest's realm has an Error of its own.
    if (typeof error === 'object' && error !== null && 'code' in error) return false;
    throw error;
  }
}
