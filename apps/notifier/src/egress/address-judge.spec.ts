import { isIPv6 } from 'node:net';
import { PUBLIC_ADDRESSES, REFUSED_ADDRESSES } from '../testing/refused-addresses';
import { addressJudge } from './address-judge';
import { EgressGuard } from './egress-guard';
import { hostResolver } from './host-resolver';

const judge = addressJudge([]);
const guard = new EgressGuard({ allowHttp: false, allowCidrs: [] }, hostResolver());
const literal = (address: string): string =>
  isIPv6(address) ? `https://[${address}]/hook` : `https://${address}/hook`;

test.each(REFUSED_ADDRESSES)('%s is refused', (address) =>
  expect(judge(address)).toBe(`${address} is not a public address`),
);

test.each(REFUSED_ADDRESSES)('a URL with the literal host %s is refused', (address) =>
  expect(guard.checkUrl(literal(address))?.error).toBe('refused_address'),
);

test.each(PUBLIC_ADDRESSES)('%s may be reached', (address) => {
  expect(judge(address)).toBeNull();
  expect(guard.checkUrl(literal(address))).toBeNull();
});

test.each([
  'https://0x7f.1/',
  'https://2130706433/',
  'https://017700000001/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127.1/',
  'https://0177.0.0.1/',
  'https://127.0.0.1./',
  'https://%31%32%37.0.0.1/',
  'https://１２７．０．０．１/',
  'https://127。0。0。1/',
  'https://0/',
  'https://[::ffff:7f00:1]/',
  'https://[0:0:0:0:0:ffff:127.0.0.1]/',
  'https://[::FFFF:169.254.169.254]/',
  'https://[0:0:0:0:0:0:0:1]/',
])('another spelling of the loopback is refused: %s', (url) =>
  expect(guard.checkUrl(url)?.error).toBe('refused_address'),
);

test.each(['', 'localhost', '1.1.1', 'fe80::1%eth0x y', '1.1.1.1/8'])(
  'what is not an address is refused: %p',
  (text) => expect(judge(text)).not.toBeNull(),
);

test('an IPv4-compatible address is no IPv4 address, also as resolvers write it', () => {
  const opened = addressJudge(['127.0.0.0/8']);
  for (const address of ['::1.1.1.1', '::101:101', '::127.0.0.1', '::7f00:1'])
    expect([address, opened(address)]).toEqual([address, `${address} is not a public address`]);
});

test('an allowed range opens exactly itself, also for addresses written as IPv6', () => {
  const opened = addressJudge(['127.0.0.0/8', 'fd00:1::/32']);
  expect(opened('127.0.0.1')).toBeNull();
  expect(opened('::ffff:127.0.0.1')).toBeNull();
  expect(opened('fd00:1::5')).toBeNull();
  expect(opened('fd00:2::5')).not.toBeNull();
  expect(opened('10.0.0.1')).not.toBeNull();
  expect(opened('::1')).not.toBeNull();
});

test('a single address opens itself alone', () => {
  const opened = addressJudge(['10.0.0.7', '::1']);
  expect([opened('10.0.0.7'), opened('::ffff:10.0.0.7'), opened('::1')]).toEqual([
    null,
    null,
    null,
  ]);
  for (const near of ['10.0.0.6', '10.0.0.8', '::2', '::', '127.0.0.1'])
    expect([near, opened(near)]).toEqual([near, `${near} is not a public address`]);
});

test('a range of IPv4 that is written as IPv6 opens those IPv4 addresses', () => {
  const opened = addressJudge(['::ffff:10.1.0.0/112']);
  expect([opened('10.1.255.255'), opened('::ffff:10.1.0.1')]).toEqual([null, null]);
  for (const outside of ['10.0.255.255', '10.2.0.0', '::10.1.0.1'])
    expect([outside, opened(outside)]).toEqual([outside, `${outside} is not a public address`]);
});

test('a range of IPv4-compatible addresses opens no IPv4 address', () => {
  const opened = addressJudge(['::10.0.0.0/104', '::192.168.0.1']);
  expect([opened('::10.1.2.3'), opened('::c0a8:1')]).toEqual([null, null]);
  for (const outside of ['10.1.2.3', '::ffff:10.1.2.3', '192.168.0.1'])
    expect([outside, opened(outside)]).toEqual([outside, `${outside} is not a public address`]);
});

test('all of IPv6 opens no IPv4 address, however it is written', () => {
  const opened = addressJudge(['::/0']);
  expect(opened('::1')).toBeNull();
  expect(opened('127.0.0.1')).not.toBeNull();
  expect(opened('::ffff:127.0.0.1')).not.toBeNull();
});
