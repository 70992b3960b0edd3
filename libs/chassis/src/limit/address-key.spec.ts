import fc from 'fast-check';
import { addressKey } from './address-key';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:192.0.2.7%eth0', '192.0.2.7'],
  ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['192.0.2.7:x', 'none'],
  ['z'.repeat(15_000), 'none'],
  ['unknown', 'none'],
  ['1:2', 'none'],
  [undefined, 'gone'],
])('%s is counted as %s', (ip, key) => expect(addressKey(ip)).toBe(key));

const byte = fc.nat(255);
const group = fc.nat(0xffff);
const spelt = (groups: readonly number[]): fc.Arbitrary<string> =>
  fc.tuple(fc.boolean(), fc.boolean()).map(([padded, upper]) => {
    const text = groups.map((g) => g.toString(16).padStart(padded ? 4 : 1, '0')).join(':');
    return upper ? text.toUpperCase() : text;
  });

test('an IPv6 address is counted by its /64 however it is written, and by no other', () =>
  fc.assert(
    fc.property(
      fc
        .tuple(fc.array(group, { minLength: 8, maxLength: 8 }), group)
        .chain(([groups, other]) =>
          fc.tuple(fc.constant(groups), fc.constant(other), spelt(groups)),
        ),
      ([groups, other, text]) => {
        const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
        expect(addressKey(text)).toBe(addressKey(canonical));
        const neighbour = [...groups.slice(0, 4), ...groups.slice(4).map((g) => g ^ other)];
        expect(addressKey(neighbour.map((g) => g.toString(16)).join(':'))).toBe(addressKey(text));
        const stranger = [...groups.slice(0, 3), (groups[3] ?? 0) ^ 1, ...groups.slice(4)];
        expect(addressKey(stranger.map((g) => g.toString(16)).join(':'))).not.toBe(
          addressKey(text),
        );
      },
    ),
    { seed: 20, numRuns: 300 },
  ));

test('an IPv4 address is counted as itself in every spelling of its mapping into IPv6', () =>
  fc.assert(
    fc.property(byte, byte, byte, byte, (a, b, c, d) => {
      const ip = `${a}.${b}.${c}.${d}`;
      const [high, low] = [256 * a + b, 256 * c + d].map((n) => n.toString(16));
      for (const mapped of [
        `::ffff:${ip}`,
        `::FFFF:${ip}`,
        `0:0:0:0:0:ffff:${ip}`,
        `::ffff:${high}:${low}`,
        `0000:0000:0000:0000:0000:FFFF:${high}:${low}`,
      ])
        expect([mapped, addressKey(mapped)]).toEqual([mapped, ip]);
    }),
    { seed: 20, numRuns: 200 },
  ));
