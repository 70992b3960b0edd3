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
  ['z'.repeat(15_000), 'none'],
  ['unknown', 'none'],
  ['1:2', 'none'],
  [undefined, 'gone'],
])('%s is counted as %s', (ip, key) => expect(addressKey(ip)).toBe(key));
