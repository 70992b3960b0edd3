import { issueInFull, walk } from '../house/actors';
import type { Client } from '../house/client';
import { eventually, holds } from '../house/eventually';
import type { Received } from '../house/receiver';
import type { Delivery, Issue, ListedEvent, Page } from '../house/shapes';
import type { Load } from './load';

const counted = (words: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
};

/**
 * Every acknowledged observation is there once, nothing is there that was not sent, and no observation was answered 201
 * twice. Answers how many are there of each fingerprint.
 */
export async function observationsAreExact(
  admin: Client,
  load: Load,
): Promise<Record<string, number>> {
  expect(load.sent.filter((item) => item.created > 1)).toEqual([]);
  const stored: string[] = [];
  for (const agent of load.agents) {
    const path = `/v1/events?limit=1000&agent_id=${agent.id}`;
    const events = await walk<ListedEvent>(admin, path);
    stored.push(...events.map((event) => `${agent.id} ${String(event.metadata['nth'])}`));
  }
  const there = new Set(stored);
  expect(there.size).toBe(stored.length);
  const lost = load.sent.filter((item) => item.acknowledged && !there.has(item.key));
  expect(lost.map((item) => item.key)).toEqual([]);
  const sent = new Map(load.sent.map((item) => [item.key, item.fingerprint]));
  return counted(stored.map((key) => sent.get(key) ?? `never sent: ${key}`));
}

/**
 * There is one issue of the load per fingerprint, and it counts every observation that is there once, within `withinMs`.
 * Answers the ids of the issues.
 */
export async function issuesAreExact(
  admin: Client,
  load: Load,
  wanted: Readonly<Record<string, number>>,
  withinMs?: number,
): Promise<readonly string[]> {
  return eventually(async () => {
    const all = await walk<Issue>(admin, '/v1/issues?limit=1000');
    const issues = all.filter((i) => String(i.details['domain']).endsWith(load.zone));
    const full = await Promise.all(issues.map(({ id }) => issueInFull(admin, id)));
    const key = (i: (typeof full)[number]): string =>
      `${i.agent_id} ${String(i.details['domain'])}`;
    expect(full.map(key).sort()).toEqual(Object.keys(wanted).sort());
    expect(Object.fromEntries(full.map((i) => [key(i), i.occurrences]))).toEqual(wanted);
    return issues.map((issue) => issue.id);
  }, withinMs);
}

/** Every issue was told, under one webhook id, with the same bytes each time; and the house knows that it was told. */
export async function webhooksAreExact(
  admin: Client,
  webhook: string,
  issues: readonly string[],
  received: () => readonly Received[],
): Promise<void> {
  const idOf = (r: Received) => (JSON.parse(r.body) as { issue: { id: string } }).issue.id;
  await holds(() => {
    expect([...new Set(received().map(idOf))].sort()).toEqual([...issues].sort());
  });
  await holds(async () => {
    const path = `/v1/webhooks/${webhook}/deliveries?limit=1000`;
    const { body } = await admin.get<Page<Delivery>>(path);
    expect(counted(body.data.map((delivery) => delivery.status))).toEqual({
      succeeded: issues.length,
    });
  });
  for (const issue of issues) {
    const told = received().filter((request) => idOf(request) === issue);
    expect(new Set(told.map((request) => request.headers['webhook-id'])).size).toBe(1);
    expect(new Set(told.map((request) => request.body)).size).toBe(1);
  }
}
