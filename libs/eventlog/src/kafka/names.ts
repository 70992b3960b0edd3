import { type Topic, TOPICS } from '@parapet/contracts';

/** What topics and groups are called in Kafka. */
export class Names {
  readonly topics: readonly string[];
  private readonly counts: ReadonlyMap<string, number>;

  constructor(private readonly prefix: string) {
    this.counts = new Map(Object.values(TOPICS).map((t) => [prefix + t.name, t.partitions]));
    this.topics = [...this.counts.keys()];
  }

  topic(topic: Topic): string {
    return this.prefix + topic;
  }

  group(group: string): string {
    return this.prefix + group;
  }

  /** How many partitions a topic of ours has, by its name in Kafka; 0 when it is none of ours. */
  partitions(kafkaTopic: string): number {
    return this.counts.get(kafkaTopic) ?? 0;
  }
}
