/** A member of a group and the topics it reads. */
export interface Member {
  readonly memberId: string;
  readonly topics: readonly string[];
}

/** Topics and the partitions of them that a member gets. */
export type Assignment = Readonly<Record<string, number[]>>;

/** Deals each topic's partitions out to the members that read it, in turn. Every member has an entry. */
export function assignPartitions(
  members: readonly Member[],
  partitionsOf: (topic: string) => number,
): ReadonlyMap<string, Assignment> {
  const sorted = [...members].sort((a, b) => (a.memberId < b.memberId ? -1 : 1));
  const dealt = new Map<string, Record<string, number[]>>(sorted.map((m) => [m.memberId, {}]));
  for (const topic of new Set(sorted.flatMap((m) => m.topics))) {
    const readers = sorted.filter((m) => m.topics.includes(topic));
    for (let partition = 0; partition < partitionsOf(topic); partition++) {
      const hand = dealt.get(readers[partition % readers.length]?.memberId ?? '');
      if (hand) (hand[topic] ??= []).push(partition);
    }
  }
  return dealt;
}
