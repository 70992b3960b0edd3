import { type Position, positionText, TOPICS } from '@parapet/contracts';
import { type Appended, type Appending, type EventLog, partitionOf } from '@parapet/eventlog';
import type { Collection, ReadModel } from '@parapet/readmodel';
import type { ObservationDocument } from './observation.collection';
import { bringUp, type Copies, type Copy, documentOf, STORED_FIELDS } from './place-observation';
import type { NewObservation } from './record-observation';

/** `created`: this call made the observation. `updated`: it was there already. */
export type RecordStatus = 'created' | 'updated';

/** What became of an observation: a promise where the log was late with it, an error where it is not certain that it was recorded. */
export type Written = RecordStatus | Error | Promise<RecordStatus>;

/** Where observations are written. */
export interface ObservationTarget {
  readonly log: EventLog;
  readonly store: ReadModel;
  readonly collection: Collection<ObservationDocument>;
  /**
   * Hears, when documents were written, of which records all of a document was made, those of a partition in their order. What it throws
   * is told instead of what was written.
   */
  readonly placed?: (whole: readonly Position[]) => void;
}

/** Those that are not late, among the numbers of partitions. */
const PUNCTUAL = -1;

/** What was sent to the log, and what became of it there. */
interface Sent<A> {
  readonly observation: NewObservation;
  readonly appended: A;
}

/**
 * Writes a group of observations: appends it, then inserts the documents. Of all copies of an observation, in this group or
 * any other, at most one is answered `created`: the one whose record the document names as its origin. What the log could not
 * take of it, a partition, is answered by the error, and the rest is written all the same. What the log is late with is
 * written when it is known to be appended: the rest does not wait for that.
 * @throws Unavailable when the log or the store is away; some of the group may then have been recorded all the same.
 */
export async function writeObservations(
  target: ObservationTarget,
  group: readonly NewObservation[],
): Promise<Written[]> {
  const distinct = coalesce(group);
  const appended = await target.log.appendEach(
    'observations',
    distinct.map((o) => o.event),
  );
  const sent = distinct.map((observation, i): Sent<Appending> => {
    const its = appended[i];
    if (!its) throw new Error('the log answered fewer positions than it was given events');
    return { observation, appended: its };
  });
  const late = new Set(sent.filter(isLate).map(({ observation }) => partitionOfAgent(observation)));
  if (late.size === 0) return place(target, group, sent as Sent<Appended>[]);
  return placeApart(target, group, sent, late);
}

const isLate = ({ appended }: Sent<Appending>): boolean => appended instanceof Promise;

const partitionOfAgent = ({ agentId }: NewObservation): number =>
  partitionOf(agentId, TOPICS.observations.partitions);

/**
 * Writes what is of late partitions for each of them, and waits for the others only. All of an agent lies in one partition, so that
 * all copies of an observation are written together.
 */
async function placeApart(
  target: ObservationTarget,
  group: readonly NewObservation[],
  sent: readonly Sent<Appending>[],
  late: ReadonlySet<number>,
): Promise<Written[]> {
  const shareOf = (o: NewObservation): number => {
    const partition = partitionOfAgent(o);
    return late.has(partition) ? partition : PUNCTUAL;
  };
  const shares = Map.groupBy(sent, ({ observation }) => shareOf(observation));
  const theirs = Map.groupBy(group, shareOf);
  const placing = new Map(
    [...shares].map(([where, share]) => [where, placeWhen(target, theirs.get(where) ?? [], share)]),
  );
  await placing.get(PUNCTUAL);
  return group.map(async (o): Promise<RecordStatus> => {
    // What waits together goes on in the order in which it began to.
    const status: RecordStatus | Error | undefined = (await placing.get(shareOf(o)))?.next().value;
    if (typeof status === 'string') return status;
    throw status ?? new Error('an observation was given no status');
  });
}

/** What became of each of the group, in its order. Never rejects. */
async function placeWhen(
  target: ObservationTarget,
  group: readonly NewObservation[],
  sent: readonly Sent<Appending>[],
): Promise<IterableIterator<RecordStatus | Error>> {
  const appended = await Promise.all(sent.map(({ appended: its }) => its));
  const known = sent.map(({ observation }, i) => {
    return { observation, appended: appended[i] as Appended };
  });
  try {
    return (await place(target, group, known)).values();
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    return group.map(() => failure).values();
  }
}

/** Writes the documents of what was appended. */
async function place(
  target: ObservationTarget,
  group: readonly NewObservation[],
  sent: readonly Sent<Appended>[],
): Promise<(RecordStatus | Error)[]> {
  const copies = new Map<string, [Copy, ...Copy[]]>();
  const failed = new Map<string, Error>();
  for (const { observation: o, appended } of sent) {
    if (appended instanceof Error) {
      failed.set(o.id, appended);
      continue;
    }
    const copy = { ...o, position: positionText(appended), offset: appended.offset };
    const known = copies.get(o.id);
    if (known) known.push(copy);
    else copies.set(o.id, [copy]);
  }
  // What was written of it is left to the repairer: all of it is sent again.
  for (const id of failed.keys()) copies.delete(id);
  const [failure] = failed.values();
  if (failure && copies.size === 0) throw failure;
  const { created, whole } = await insert(target, copies);
  target.placed?.(
    sent.flatMap(({ observation, appended }) =>
      whole.has(observation.id) ? [appended as Position] : [],
    ),
  );
  return group.map((o) => failed.get(o.id) ?? (created.delete(o.id) ? 'created' : 'updated'));
}

/** Leaves out what the newest copy says already; another body of the same observation is a copy of its own. */
function coalesce(group: readonly NewObservation[]): NewObservation[] {
  const newest = new Map<string, string>();
  return group.filter(({ id, text }) => {
    if (newest.get(id) === text) return false;
    newest.set(id, text);
    return true;
  });
}

/**
 * Inserts what is new and brings up what is not.
 * @returns the ids of the observations that this group created, and of those whose documents were not there before.
 */
async function insert(
  { store, collection }: ObservationTarget,
  copies: ReadonlyMap<string, Copies>,
): Promise<{ readonly created: Set<string>; readonly whole: ReadonlySet<string> }> {
  const documents = [...copies.values()].map(documentOf).sort((a, b) => (a.id < b.id ? -1 : 1));
  const inserted = await store.insert(collection, documents);
  const created = new Set<string>();
  const existing: ObservationDocument[] = [];
  documents.forEach((d, i) => (inserted[i] ? created.add(d.id) : existing.push(d)));
  const whole = new Set(created);
  if (existing.length === 0) return { created, whole };
  const ids = existing.map((d) => d.id);
  const found = await store.getMany(collection, ids, STORED_FIELDS);
  const mine = existing.filter((d) => found.get(d.id)?.origin === d.origin);
  for (const { id } of mine) created.add(id);
  const changes = ids.flatMap((id) => bringUp(found.get(id), copies.get(id) as Copies));
  if (changes.length > 0) await store.write(collection, changes);
  return { created, whole };
}
