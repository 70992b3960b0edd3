import { setTimeout as after } from 'node:timers/promises';
import type { TestHouse } from '@parapet/chassis/testing';

/** How long senders of webhooks wait in a new generation. */
export const LEASE_MS = 30_000;

type House = Pick<TestHouse, 'inject' | 'adminToken'>;

/** Waits until `/readyz` says yes. */
export async function readyAgain(house: House): Promise<void> {
  for (const end = Date.now() + 60_000; ;) {
    const { statusCode, body } = await house.inject('/readyz');
    if (statusCode === 200) return;
    if (Date.now() > end) throw new Error(`never ready: ${body}`);
    await after(50);
  }
}

/** Everything in a list. */
export async function listed(house: House, list: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, pagination }: Page = await pageOf(house, list, cursor);
    all.push(...data);
    cursor = pagination.has_more ? pagination.next_cursor : null;
  }
  return all;
}

async function pageOf(house: House, list: string, cursor: string): Promise<Page> {
  const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  const answer = await house.inject({
    url: `/v1/${list}?limit=100${query}`,
    headers: { authorization: `Bearer ${house.adminToken}` },
  });
  return answer.json<Page>();
}

interface Page {
  readonly data: Record<string, unknown>[];
  readonly pagination: { readonly has_more: boolean; readonly next_cursor: string | null };
}

/** Waits until so many issues are listed: a webhook may have been told of one before. Answers their titles. */
export async function issueTitles(house: House, count: number): Promise<readonly string[]> {
  for (const end = Date.now() + 60_000; ;) {
    const titles = (await listed(house, 'issues')).map(({ title }) => String(title));
    if (titles.length >= count || Date.now() > end) return titles;
    await after(50);
  }
}

/** One agent's observations, by number: each raises an issue of its own. What is answered 503 is sent again. */
export class Fleet {
  private readonly times = new Map<number, number>();

  private turn = 0;

  private constructor(
    private readonly houses: readonly House[],
    private readonly token: string,
  ) {}

  /** An agent that sends to these replicas in turn. */
  static async of(house: TestHouse, ...others: readonly TestHouse[]): Promise<Fleet> {
    return new Fleet([house, ...others], (await house.addAgent()).token);
  }

  /** The numbers that were sent. */
  get all(): readonly number[] {
    return [...this.times.keys()];
  }

  get sent(): number {
    return this.times.size;
  }

  /** How often each was answered 201. */
  get created(): readonly number[] {
    return [...this.times.values()];
  }

  async send(from: number, to: number): Promise<void> {
    for (let n = from; n < to; n += 1) await this.one(n);
  }

  /** Sends these, several at once and each twice. */
  async keepSending(from: number, to: number): Promise<void> {
    for (let n = from; n < to; n += 5) {
      const some = Array.from({ length: 5 }, (_, i) => n + i);
      await Promise.all([...some, ...some].map((m) => this.one(m)));
    }
  }

  /** As `keepSending`, for as long as something is not over. */
  async keepSendingUntil(from: number, over: () => boolean): Promise<void> {
    for (let n = from; !over(); n += 10) await this.keepSending(n, n + 10);
  }

  private async one(n: number): Promise<void> {
    this.times.set(n, this.times.get(n) ?? 0);
    for (;;) {
      const house = this.houses[this.turn++ % this.houses.length];
      if (!house) throw new Error('a fleet has a house to send to');
      const { statusCode, body } = await house.inject({
        ...{ method: 'PUT', url: '/v1/events_v2', payload: observation(n) },
        headers: { authorization: `Bearer ${this.token}` },
      });
      if (statusCode === 201) this.times.set(n, (this.times.get(n) ?? 0) + 1);
      if (statusCode === 201 || statusCode === 202) return;
      if (statusCode !== 503) throw new Error(body);
      await after(50);
    }
  }
}

const observation = (n: number): object => ({
  ...{ kind: 'network_connection', timestamp: '2026-03-03T10:11:12Z', verdict: 'detected' },
  metadata: {
    ...{ destination: `d${n}.example.com`, destination_ip: '203.0.113.9', port: 443 },
    ...{ protocol: 'tcp', process: { pid: 1, command: '/usr/bin/curl', args: [] } },
  },
});
