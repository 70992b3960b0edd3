import { type EventToAppend, type Topic, Unavailable } from '@parapet/contracts';
import type { Appended } from '../event-log';
import type { Size } from '../writing/group-queue';
import { encodeEvent } from './cloud-events';
import type { RecordTail } from './wire/record-batch';

/** What several callers append to one partition together: the position of an event is the base plus its index there. */
export class AppendPart {
  /** The records, encoded. */
  readonly tails: RecordTail[] = [];
  /** The offset of the first record, once Kafka has told it. */
  base: number | undefined;
  /** Whether replicas have let the leader wait in vain. */
  isLate = false;
  /** Why it is not known to be written. */
  failure: Error | undefined;

  constructor(
    readonly topic: Topic,
    readonly partition: number,
  ) {}

  /** Adds the events of one caller. The function it answers tells of each what became of it, once the part was sent. */
  append(events: readonly EventToAppend[]): () => readonly Appended[] {
    const first = this.tails.length;
    for (const event of events) this.tails.push(encodeEvent(event, this.topic));
    return () => events.map((_, i) => this.appended(first + i));
  }

  get size(): Size {
    const bytes = this.tails.reduce((sum, tail) => sum + tail.length, 0);
    return { items: this.tails.length, bytes };
  }

  /** Where a record lies, or why it is not known to be written: `Unavailable` when Kafka told no offset (rule 1). */
  private appended(index: number): Appended {
    if (this.failure !== undefined) return this.failure;
    if (this.base === undefined)
      return new Unavailable(`Kafka told no offset for ${this.topic}/${this.partition}`);
    return { topic: this.topic, partition: this.partition, offset: this.base + index };
  }
}
