import { Unavailable } from '@parapet/contracts';
import type Cluster from 'kafkajs/src/cluster';
import type { Breaker } from './breaker';
import type { KafkaLink } from './kafka-link';
import { leaderAmong } from './leaders';

/** How often is asked who leads, though no broker has said that it leads no more: one that is cut off from the others does not know. */
const AGE_MS = 60_000;

/** Who leads which partition, as it was told last: kept while nobody can be asked. */
export class Leading {
  private told: Cluster.Metadata | undefined;
  /** When it was asked last, by `performance.now()`. */
  private askedAt = -Infinity;
  private readonly asking = new Map<KafkaLink, Promise<void>>();

  constructor(
    private readonly link: KafkaLink,
    /** Whether anybody answers over that link. */
    private readonly breaker: Pick<Breaker, 'check'>,
  ) {}

  /** @throws Unavailable when nobody leads it, or nobody has told who does; what Kafka says of the topic */
  async of(topic: string, partition: number): Promise<Cluster.Node> {
    if (!this.told) await this.look();
    else if (performance.now() - this.askedAt > AGE_MS) this.look().catch(() => undefined);
    const leader = leaderAmong(this.told, topic, partition);
    if (leader instanceof Error) throw leader;
    const node = this.told?.brokers.find(({ nodeId }) => nodeId === leader);
    if (node) return node;
    throw new Unavailable(`Kafka is away: broker ${leader} leads ${topic}/${partition}`);
  }

  /** Asks who leads now, over a link that answers if one is known; once for all that want to know. @throws Unavailable */
  look(link = this.link): Promise<void> {
    this.askedAt = performance.now();
    const asking = this.asking.get(link) ?? this.ask(link).finally(() => this.asking.delete(link));
    this.asking.set(link, asking);
    return asking;
  }

  /** Whether a broker was named when somebody was asked last. */
  knows({ host, port }: Cluster.Node): boolean {
    return this.told?.brokers.some((node) => node.host === host && node.port === port) ?? false;
  }

  /** The brokers that lead something, by what was told last. */
  get leaders(): readonly Cluster.Node[] {
    const partitions = this.told?.topicMetadata.flatMap((topic) => topic.partitionMetadata) ?? [];
    const ids = new Set(partitions.map(({ leader }) => leader));
    return this.told?.brokers.filter(({ nodeId }) => ids.has(nodeId)) ?? [];
  }

  private async ask(link: KafkaLink): Promise<void> {
    if (link === this.link) this.breaker.check();
    this.told = await link.insist(async (cluster) => {
      await cluster.refreshMetadata();
      return cluster.brokerPool.metadata ?? undefined;
    });
  }
}
