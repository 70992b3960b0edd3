/** What a topic promises. `retentionMs: null` means kept for ever. */
export interface TopicSpec {
  readonly name: string;
  /** Fixed for life: a position of a key is meaningful only while its partition never changes. */
  readonly partitions: number;
  readonly retentionMs: number | null;
}

const DAY = 86_400_000;

/** Every topic of the log. Keys: see `docs/architecture.md`. */
export const TOPICS = {
  observations: { name: 'observations', partitions: 6, retentionMs: 30 * DAY },
  issues: { name: 'issues', partitions: 3, retentionMs: null },
  policies: { name: 'policies', partitions: 1, retentionMs: null },
  agents: { name: 'agents', partitions: 3, retentionMs: null },
  sightings: { name: 'sightings', partitions: 3, retentionMs: 30 * DAY },
  tokens: { name: 'tokens', partitions: 3, retentionMs: null },
  webhooks: { name: 'webhooks', partitions: 3, retentionMs: null },
  deliveries: { name: 'deliveries', partitions: 3, retentionMs: 90 * DAY },
  parked: { name: 'parked', partitions: 3, retentionMs: 30 * DAY },
} as const satisfies Record<string, TopicSpec>;

export type Topic = keyof typeof TOPICS;
