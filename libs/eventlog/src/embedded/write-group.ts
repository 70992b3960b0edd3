import type { EventToAppend, Position, RawRecord, Topic } from '@parapet/contracts';
import type { LivePartition } from './live-partition';
import { partitionOf } from '../writing/murmur2';
import type { EventRow, GroupProgress, Write } from './store-protocol';

interface Part {
  readonly topic: Topic;
  readonly partition: number;
  readonly live: LivePartition;
  readonly events: EventToAppend[];
  /** Empty until the group is durable. */
  records: readonly RawRecord[];
}

/** What several callers write together: the position of an event is its partition's base plus its index there. */
export class WriteGroup {
  private readonly parts = new Map<LivePartition, Part>();
  private readonly progress: GroupProgress[] = [];

  /** Adds the events of one caller. The function it answers tells their positions once the group is durable. */
  append(
    topic: Topic,
    partitions: readonly LivePartition[],
    events: readonly EventToAppend[],
  ): () => readonly Position[] {
    const places = events.map((event) => {
      const part = this.part(topic, partitions, event.key);
      return { part, index: part.events.push(event) - 1 };
    });
    return () => places.map(({ part, index }) => positionAt(part, index));
  }

  commit(progress: GroupProgress): void {
    this.progress.push(progress);
  }

  /** What goes to the database. */
  write(): Write {
    const appends = [...this.parts.values()].map(({ topic, partition, events }) => ({
      topic,
      partition,
      rows: events.map(toRow),
    }));
    return { appends, progress: this.progress };
  }

  /** Says that the group is durable, each part from its base on. Readers see the records from here on. */
  publish(bases: readonly number[]): void {
    let i = 0;
    for (const part of this.parts.values()) {
      const base = bases[i++];
      if (base === undefined) throw new Error('the log answered no position for a partition');
      const { topic, partition } = part;
      part.records = part.events.map(({ key, meta, json }, index) => {
        return { position: { topic, partition, offset: base + index }, key, meta, json };
      });
      part.live.appended(part.records);
    }
  }

  private part(topic: Topic, partitions: readonly LivePartition[], key: string): Part {
    const partition = partitionOf(key, partitions.length);
    const live = partitions[partition];
    if (!live) throw new Error(`topic ${topic} has no partition ${partition}`);
    const known = this.parts.get(live);
    if (known) return known;
    const made: Part = { topic, partition, live, events: [], records: [] };
    this.parts.set(live, made);
    return made;
  }
}

function positionAt(part: Part, index: number): Position {
  const record = part.records[index];
  if (!record) throw new Error('positions were asked before the write was durable');
  return record.position;
}

const toRow = ({ key, meta, json }: EventToAppend): EventRow => [
  key,
  meta.id,
  meta.type,
  meta.schema,
  meta.time,
  meta.actor,
  meta.cause,
  json,
];
