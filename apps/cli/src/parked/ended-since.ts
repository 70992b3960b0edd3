import { positionText, type Topic } from '@parapet/contracts';
import type { EventLog } from '@parapet/eventlog';
import type { ParkedEntry } from './parked-entry';

/** The facts that end a thing for good: its id is never used again. */
const ENDS: Partial<Record<Topic, string>> = {
  policies: 'PolicyDeleted',
  agents: 'AgentDeleted',
  tokens: 'TokenRevoked',
  webhooks: 'WebhookDeleted',
};

/**
 * The fact behind a parked record that ended what the record is about, as `PolicyDeleted at policies/0/7`; null when it goes on. Nobody
 * remembers what is gone: its creation, appended again, would make it anew. @throws Unavailable
 */
export async function endedSince(
  log: EventLog,
  topic: Topic,
  entry: ParkedEntry,
): Promise<string | null> {
  const { partition, offset } = entry.position;
  const end = ENDS[topic];
  if (end === undefined) return null;
  const to = await log.ends(topic);
  const from = to.map((next, p) => (p === partition ? Math.min(offset + 1, next) : next));
  for await (const records of log.read(topic, from, to)) {
    const over = records.find(({ key, meta }) => key === entry.record.key && meta.type === end);
    if (over) return `${end} at ${positionText(over.position)}`;
  }
  return null;
}
