const SEED = 0x9747b28c;
const M = 0x5bd1e995;

/**
 * The hash by which Kafka's clients choose partitions, as a signed 32-bit integer. The embedded log uses the same, so that a
 * key has one partition wherever it is stored.
 */
export function murmur2(data: Uint8Array): number {
  const length = data.length;
  let h = SEED ^ length;
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    let k = word(data, i);
    k = Math.imul(k, M);
    k ^= k >>> 24;
    k = Math.imul(k, M);
    h = Math.imul(h, M) ^ k;
  }
  if (i < length) h = Math.imul(h ^ lastBytes(data, i), M);
  h ^= h >>> 13;
  h = Math.imul(h, M);
  h ^= h >>> 15;
  return h | 0;
}

const byte = (data: Uint8Array, i: number): number => data[i] ?? 0;

const word = (data: Uint8Array, i: number): number =>
  byte(data, i) | (byte(data, i + 1) << 8) | (byte(data, i + 2) << 16) | (byte(data, i + 3) << 24);

/** One to three bytes; those past the end count as zero. */
const lastBytes = (data: Uint8Array, i: number): number =>
  byte(data, i) | (byte(data, i + 1) << 8) | (byte(data, i + 2) << 16);

/** The partition of a key among `partitions`, as Kafka's default partitioner chooses it. */
export const partitionOf = (key: string, partitions: number): number =>
  partitions === 1 ? 0 : (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;
