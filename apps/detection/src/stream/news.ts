import type { Position } from '@parapet/contracts';
import type { StreamTopic } from './place';
import type { StreamType } from './stream-types';

/** That something happened to one noun. Facts of it that come close together are told at once. */
export interface Change {
  readonly key: string;
  readonly partition: number;
  /** Offset of the last fact. */
  readonly last: number;
  /** Who has heard of this change, and of those before it, knows everything below this offset. */
  readonly then: number;
}

/** Something to tell. */
export interface News extends Omit<Change, 'key'> {
  readonly topic: StreamTopic;
  /** What it is for those who know everything below an offset, whichever of these they want first; none when it is nothing new to them. */
  readonly typesFor: (known: number) => readonly StreamType[];
  /** JSON. */
  readonly data: string;
}

/** That an agent has fallen silent, which no fact says but the time, or that it was noticed that one came back. */
export interface Turn {
  /** Who has heard of this one, and of those before it, knows of all of them up to this moment; milliseconds since 1970. */
  readonly until: number;
  /** JSON. */
  readonly data: string;
}

/** Where the first and the last fact of a change lie. */
interface Span {
  readonly key: string;
  readonly partition: number;
  readonly first: number;
  readonly last: number;
}

/** Changes that wait to be told, each noun once. */
export class Changes {
  private readonly byKey = new Map<string, Span>();

  get size(): number {
    return this.byKey.size;
  }

  add(key: string, { partition, offset }: Pick<Position, 'partition' | 'offset'>): void {
    const first = this.byKey.get(key)?.first ?? offset;
    this.byKey.set(key, { key, partition, first, last: offset });
  }

  /** Hands out all of them, in the order of their first facts, partition by partition. */
  take(): readonly Change[] {
    const spans = [...this.byKey.values()];
    this.byKey.clear();
    spans.sort((a, b) => a.partition - b.partition || a.first - b.first);
    const ends = new Map<number, number>();
    for (const { partition, last } of spans)
      ends.set(partition, Math.max(last + 1, ends.get(partition) ?? 0));
    return spans.map(({ key, partition, last }, i) => {
      const next = spans[i + 1];
      // Never beyond a fact that is told later: whoever is cut off in between must not miss it.
      const then = next?.partition === partition ? next.first : (ends.get(partition) ?? last + 1);
      return { key, partition, last, then };
    });
  }
}
