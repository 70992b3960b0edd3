import { type EventToAppend, type Position, type Topic, TOPICS } from '@parapet/contracts';
import type { Appended, Appending } from '../event-log';
import { type QueueLimits, Room, type Size, tooMuchWaits } from '../writing/group-queue';
import { partitionOf } from '../writing/murmur2';
import { inPieces, type Piece } from './append-size';
import { asError } from './kafka-errors';
import { LATE_MS, PartitionQueue, type QueueHouse } from './partition-queue';
import type { Sender } from './sender';

/** What one call adds to one partition. */
interface Share extends Size {
  readonly queue: PartitionQueue;
  readonly pieces: readonly Piece[];
  /** Which of the events of the call these are. */
  readonly places: readonly number[];
}

/** Brings what is appended to its partitions, and tells what became of it. */
export class Appends {
  private readonly queues = new Map<string, PartitionQueue>();
  private readonly house: QueueHouse;

  constructor(sender: Pick<Sender, 'send'>, limits: QueueLimits) {
    this.house = { sender, limits, room: new Room(limits), writtenAt: -Infinity };
  }

  /** @throws Unavailable at once when too much waits already; else why an event is not known to be written */
  async all(topic: Topic, events: readonly EventToAppend[]): Promise<readonly Position[]> {
    const shares = this.sharesOf(topic, events);
    if (!shares.every((share) => share.queue.has(share))) throw tooMuchWaits();
    const written = await Promise.all(shares.map(({ queue, pieces }) => queue.append(pieces)));
    const positions = new Array<Position>(events.length);
    for (const [n, { places }] of shares.entries())
      for (const [i, place] of places.entries()) positions[place] = positionOf(written[n]?.[i]);
    return positions;
  }

  /** Of each event what became of it, or will. @throws Unavailable at once when too much waits already */
  async each(topic: Topic, events: readonly EventToAppend[]): Promise<readonly Appending[]> {
    const sent = this.sharesOf(topic, events).map((share) => new Sent(share));
    const punctual = sent.filter(({ isLate }) => !isLate);
    await together(punctual.map(({ appended }) => appended));
    const told = new Array<Appending>(events.length);
    for (const one of sent)
      for (const [i, place] of one.places.entries()) told[place] = one.tell(i);
    return told;
  }

  /** Resolves when nothing waits and nothing is being written. */
  async drained(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.drained()));
  }

  private sharesOf(topic: Topic, events: readonly EventToAppend[]): readonly Share[] {
    const { partitions } = TOPICS[topic];
    const places = Map.groupBy(events.keys(), (i) => partitionOf(events[i]?.key ?? '', partitions));
    const shares = [...places].map(([partition, theirs]): Share => {
      const pieces = inPieces(theirs.map((i) => events[i] as EventToAppend));
      const queue = this.queue(topic, partition);
      return { queue, pieces, places: theirs, items: theirs.length, bytes: bytesOf(pieces) };
    });
    if (this.house.room.has({ items: events.length, bytes: bytesOf(shares) })) return shares;
    throw tooMuchWaits();
  }

  private queue(topic: Topic, partition: number): PartitionQueue {
    const name = `${topic}/${partition}`;
    const known = this.queues.get(name);
    if (known) return known;
    const made = new PartitionQueue({ topic, partition }, this.house);
    this.queues.set(name, made);
    return made;
  }
}

/** A share on its way. */
class Sent {
  /** Never rejected. */
  readonly appended: Promise<readonly Appended[]>;
  /** Whether it is not waited for. */
  readonly isLate: boolean;
  readonly places: readonly number[];
  private known: readonly Appended[] | undefined;

  constructor(share: Share) {
    const { queue, pieces, places } = share;
    this.places = places;
    this.isLate = queue.isLate;
    const written = queue.has(share) ? queue.append(pieces) : Promise.reject(tooMuchWaits());
    const fail = (error: unknown): Error[] => places.map(() => asError(error));
    this.appended = written.catch(fail).then((known) => (this.known = known));
  }

  /** What became of one of its events, or will. */
  tell(i: number): Appending {
    const of = (all: readonly Appended[]): Appended => all[i] ?? new Error('no answer came of it');
    return this.known ? of(this.known) : this.appended.then(of);
  }
}

const bytesOf = (sizes: readonly Size[]): number =>
  sizes.reduce((sum, { bytes }) => sum + bytes, 0);

function positionOf(appended: Appended | undefined): Position {
  if (appended === undefined || appended instanceof Error)
    throw appended ?? new Error('no answer came of an event');
  return appended;
}

/** Resolves when all of the work, which never fails, is done, or when some of it takes too long after the first: where all is slow nothing is late. */
async function together(work: readonly Promise<unknown>[]): Promise<void> {
  if (work.length < 2) return void (await work[0]);
  await Promise.race(work);
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, LATE_MS);
  await Promise.race([Promise.all(work), late.promise]);
  clearTimeout(timer);
}
