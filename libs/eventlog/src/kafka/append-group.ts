import { type EventToAppend, type Position, type Topic, Unavailable } from '@parapet/contracts';
import type { Appended } from '../event-log';
import { partitionOf } from '../writing/murmur2';
import { encodeEvent } from './cloud-events';
import type { RecordTail } from './wire/record-batch';

/** What one group adds to one partition. */
export class AppendPart {
  /** The records, encoded. */
  readonly tails: RecordTail[] = [];
  /** The offset of the first record, once Kafka has told it. */
  base: number | undefined;
  /** Why it is not known to be written. */
  failure: Error | undefined;

  constructor(
    readonly topic: Topic,
    readonly partition: number,
  ) {}

  /** Where a record lies, or why it is not known to be written: `Unavailable` when Kafka told no offset (rule 1). */
  appended(index: number): Appended {
    if (this.failure !== undefined) return this.failure;
    if (this.base === undefined)
      return new Unavailable(`Kafka told no offset for ${this.topic}/${this.partition}`);
    return { topic: this.topic, partition: this.partition, offset: this.base + index };
  }
}

/** What several callers append together: the position of an event is its partition's base plus its index there. */
export class AppendGroup {
  readonly parts = new Map<string, AppendPart>();

  /** Adds the events of one caller. The function it answers tells their positions, or throws, once the group was sent. */
  append(
    topic: Topic,
    partitions: number,
    events: readonly EventToAppend[],
  ): () => readonly Position[] {
    const appended = this.appendEach(topic, partitions, events);
    return () => appended().map(positionOf);
  }

  /** As `append`. The function it answers tells of each event what became of it. */
  appendEach(
    topic: Topic,
    partitions: number,
    events: readonly EventToAppend[],
  ): () => readonly Appended[] {
    const places = events.map((event) => {
      const part = this.part(topic, partitionOf(event.key, partitions));
      return { part, index: part.tails.push(encodeEvent(event, topic)) - 1 };
    });
    return () => places.map(({ part, index }) => part.appended(index));
  }

  private part(topic: Topic, partition: number): AppendPart {
    const name = `${topic}/${partition}`;
    const known = this.parts.get(name);
    if (known) return known;
    const made = new AppendPart(topic, partition);
    this.parts.set(name, made);
    return made;
  }
}

function positionOf(appended: Appended): Position {
  if (appended instanceof Error) throw appended;
  return appended;
}
