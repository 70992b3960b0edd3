import { isIPv6 } from 'node:net';
import { PUBLIC_ADDRESSES, REFUSED_ADDRESSES } from '../testing/refused-addresses';
import { addressJudge } from './address-judge';
import { EgressGuard } from './egress-guard';
import { systemResolver } from './host-resolver';

const judge = addressJudge([]);
const guard = new EgressGuard({ allowHttp: false, allowCidrs: [] }, systemResolver);
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
])('another spelling of the loopback is refused: %s', (url) =>
  expect(guard.checkUrl(url)?.error).toBe('refused_address'),
);

test.each(['', 'localhost', '1.1.1', 'fe80::1%eth0x y', '1.1.1.1/8'])(
  'what is not an address is refused: %p',
  (text) => expect(judge(text)).not.toBeNull(),
);

test('an allowed range opens exactly itself, also for addresses written as IPv6', () => {
  const opened = addressJudge(['127.0.0.0/8', 'fd00:1::/32']);
  expect(opened('127.0.0.1')).toBeNull();
  expect(opened('::ffff:127.0.0.1')).toBeNull();
  expect(opened('fd00:1::5')).toBeNull();
  expect(opened('fd00:2::5')).not.toBeNull();
  expect(opened('10.0.0.1')).not.toBeNull();
  expect(opened('::1')).not.toBeNull();
});

test('a range that cannot be read says which setting is wrong', () => {
  expect(() => addressJudge(['10.0.0.0'])).toThrow('WEBHOOK_ALLOW_CIDRS: 10.0.0.0');
});
