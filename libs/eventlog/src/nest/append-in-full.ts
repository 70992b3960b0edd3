import { Logger } from '@nestjs/common';
import { type EventToAppend, type Topic, TOPICS, Unavailable } from '@parapet/contracts';
import { Backoff, DELAYS } from '../delivery/delivery-options';
import type { BatchInfo, EventLog } from '../event-log';
import { partitionOf } from '../writing/murmur2';

type Log = Pick<EventLog, 'append' | 'appendEach'>;
type Batch = Pick<BatchInfo, 'group' | 'partition' | 'signal'>;

/** All that a batch makes, as of many webhooks times many issues, must still fit the bounded queue of the log, and memory. */
const AT_MOST = 1_000;

/**
 * Appends all that a reactor has to say of a batch. Once some of it is written, the rest, the same events, is tried until it is written
 * too: made anew it would lie in the log with a copy of what the other partitions took, for each time that one is sick.
 * @param events each is taken when its turn comes
 * @param batch what they are made from
 * @throws Unavailable when nothing could be written, or when its `signal` aborts; what trying does not mend
 */
export async function appendInFull(
  log: Log,
  topic: Topic,
  events: Iterable<EventToAppend>,
  batch: Batch,
): Promise<void> {
  let isBegun = false;
  for (const some of groupsOf(events, AT_MOST)) {
    const refused = await append(log, topic, some);
    isBegun ||= refused.size < some.length;
    if (refused.size === 0) continue;
    if (!isBegun) throw reasonOf(refused);
    await insist(log, topic, refused, batch);
  }
}

/** Appends what was refused until it is written: partition by partition, each as a whole, however slow it is. */
async function insist(
  log: Log,
  topic: Topic,
  refused: Refused,
  { group, partition, signal }: Batch,
): Promise<void> {
  const reason = reasonOf(refused);
  if (!(reason instanceof Unavailable)) throw reason;
  const msg = 'a part of what is appended cannot be written: trying again until it is';
  logger.warn({ group, partition, topic, events: refused.size, reason: reason.message, msg });
  const { partitions } = TOPICS[topic];
  const parts = Map.groupBy(refused.keys(), ({ key }) => partitionOf(key, partitions));
  const untilWritten = async (events: readonly EventToAppend[]): Promise<void> => {
    const backoff = new Backoff(DELAYS);
    do {
      await backoff.wait(signal);
      if (signal.aborted) throw reason;
    } while (!(await isWritten(log, topic, events)));
  };
  await Promise.all([...parts.values()].map(untilWritten));
}

/** @throws what trying does not mend */
async function isWritten(
  log: Log,
  topic: Topic,
  events: readonly EventToAppend[],
): Promise<boolean> {
  try {
    await log.append(topic, events);
    return true;
  } catch (error) {
    if (error instanceof Unavailable) return false;
    throw error;
  }
}

/** What was not written, and why. */
type Refused = ReadonlyMap<EventToAppend, Error>;

async function append(log: Log, topic: Topic, events: readonly EventToAppend[]): Promise<Refused> {
  const none = (error: Error) => events.map(() => error);
  const appended = await Promise.all(await log.appendEach(topic, events).catch(none));
  const refused = new Map<EventToAppend, Error>();
  for (const [i, event] of events.entries()) {
    const its = appended[i] ?? new Error('no answer came of an event');
    if (its instanceof Error) refused.set(event, its);
  }
  return refused;
}

/** Before all, what trying does not mend. */
function reasonOf(refused: Refused): Error {
  const reasons = [...refused.values()];
  const lasting = reasons.find((reason) => !(reason instanceof Unavailable));
  return lasting ?? reasons[0] ?? new Error('nothing was refused');
}

function* groupsOf<T>(items: Iterable<T>, most: number): Generator<readonly T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < most) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

const logger = new Logger('log');
