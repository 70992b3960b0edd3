import { twinHeader } from './twin-headers';

test.each([
  [['Host', 'a', 'Accept', 'x', 'HOST', 'b'], 'host'],
  [['authorization', 'a', 'Authorization', 'a'], 'authorization'],
  [['Idempotency-Key', 'a', 'idempotency-key', 'a'], 'idempotency-key'],
  [['Host', 'a', 'Authorization', 'b', 'Accept', 'x', 'Accept', 'y'], null],
  [['Host', 'authorization', 'Date', 'host'], null],
  [[], null],
])('of %j the twin is %s', (raw, twin) => expect(twinHeader(raw)).toBe(twin));
