import { positionText, type RawRecord, type Topic, UNREADABLE } from '@parapet/contracts';
import { type EventLog, isCut } from '@parapet/eventlog';
import type { ParkedEntry } from './parked-entry';

/** The facts that end a thing for good: its id is never used again. */
const ENDS: Partial<Record<Topic, string>> = {
  policies: 'PolicyDeleted',
  agents: 'AgentDeleted',
  tokens: 'TokenRevoked',
  webhooks: 'WebhookDeleted',
};

/**
 * Why a parked record must not be appended again, as the end of a sentence; null when it may be. Of what could not be read no more is
 * parked than why, and `null`, or the beginning of a key, of what is too long for that. Nobody remembers what is gone: its creation,
 * appended again, would make it anew. And documents that lack a change took none of its thing behind it: folded now, it would make
 * them say something else than what everybody judges by. @throws Unavailable
 */
export async function whyNotRetried(
  log: EventLog,
  topic: Topic,
  entry: ParkedEntry,
): Promise<string | null> {
  const { position, record } = entry;
  const lost = whyNotWhole(entry);
  if (lost !== null) return lost;
  const version = (await isOfDocuments(log, topic, entry)) ? versionIn(record.json) : undefined;
  if (ENDS[topic] === undefined && version === undefined) return null;
  const to = await log.ends(topic);
  const from = to.map((next, p) =>
    p === position.partition ? Math.min(position.offset + 1, next) : next,
  );
  for await (const records of log.read(topic, from, to))
    for (const later of records.filter(({ key }) => key === record.key)) {
      const fact = `${later.meta.type} at ${positionText(later.position)}`;
      if (later.meta.type === ENDS[topic])
        return `${fact} ended ${record.key}, and this would bring it back`;
      if (later.meta.id !== record.meta.id && isAtLeast(version, later))
        return `${fact} came after it, and documents without the one left out the other; \`npx parapet rebuild\` folds both`;
    }
  return null;
}

function whyNotWhole({ position, record }: ParkedEntry): string | null {
  if (record.meta.type === UNREADABLE)
    return `its batch, of which ${positionText(position)} is the last record, could not be read: there is nothing to append`;
  if (record.json === 'null')
    return 'nothing of what it says was parked: there is nothing to append';
  return isCut(record)
    ? 'of its key and its headers only the beginning was parked: it would be another record'
    : null;
}

/** Whether it was parked by a projection: the log itself knows the progress of all others. */
async function isOfDocuments(
  log: EventLog,
  topic: Topic,
  { group, position: { partition, offset } }: ParkedEntry,
): Promise<boolean> {
  const committed = await log.committed(topic, group);
  return (committed[partition] ?? 0) <= offset;
}

const isAtLeast = (version: number | undefined, { json }: RawRecord): boolean =>
  version !== undefined && (versionIn(json) ?? 0) >= version;

/** The version that a fact makes; undefined for facts that make none, and for what cannot be read. */
function versionIn(json: string): number | undefined {
  try {
    const data: unknown = JSON.parse(json);
    const version: unknown = Object(data).version;
    return typeof version === 'number' ? version : undefined;
  } catch {
    return undefined;
  }
}
