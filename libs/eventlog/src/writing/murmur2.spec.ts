import { murmur2, partitionOf } from './murmur2';

describe('murmur2', () => {
  // From Kafka's own UtilsTest.
  it.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ])('rule 1: hashes %s as Kafka does', (key, expected) => {
    expect(murmur2(Buffer.from(key))).toBe(expected);
  });

  it('chooses a partition that exists, also for a negative hash and the empty key', () => {
    expect(partitionOf('21', 6)).toBe((-973932308 & 0x7fffffff) % 6);
    expect(partitionOf('anything', 1)).toBe(0);
    expect(partitionOf('', 3)).toBeGreaterThanOrEqual(0);
  });

  it('spreads keys over all partitions', () => {
    const used = new Set(Array.from({ length: 100 }, (_, i) => partitionOf(`agent_${i}`, 6)));
    expect([...used].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
