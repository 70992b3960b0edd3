import { refusedSettings } from '../testing/refused-settings';

describe.each(['TRUST_PROXY', 'WEBHOOK_ALLOW_CIDRS'])('%s', (name) => {
  test.each([
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['192.168.1.1/31', '192.168.1.0/31'],
    ['192.0.2.1, 10.0.0.1/8', '10.0.0.0/8'],
    ['fd00::1/64', 'fd00::/64'],
    ['::10.1.2.3/104', '::a00:0/104'],
  ])('%s says an address and would open %s: it is refused at the start', (text, says) => {
    const range = text.split(', ').at(-1) ?? '';
    expect(refusedSettings({ [name]: text })).toEqual([
      `${name} must be ranges that open no more than they say: instead of ${range} say ${says}, or the address alone.`,
    ]);
  });

  test.each([
    ...['10.1.2.3', '10.1.2.3/32', '10.0.0.0/8', '0.0.0.0/1', 'fd00::1', 'FD00:0::/64', '::1/128'],
    ...['::/1', '::10.0.0.0/104', '::ffff:10.0.0.0/104', 'fe80::1%eth0'],
  ])('%s opens what it says', (text) => expect(refusedSettings({ [name]: text })).toEqual([]));

  test.each(['10.0.0.0/33', '::/129', '10.0.0/8', '10.0.0.0/8/8', '10.0.0.0/', 'proxy'])(
    '%s is no range',
    (text) =>
      expect(refusedSettings({ [name]: text })).toEqual([
        `${name} must be addresses or CIDR ranges separated by commas; number 1 is neither.`,
      ]),
  );
});

test.each(['0.0.0.0/0', '::/0', '10.0.0.1, ::/00'])(
  'TRUST_PROXY=%s ends the start with a sentence: everybody is no proxy',
  (text) => {
    const range = text.split(', ').at(-1) ?? '';
    expect(refusedSettings({ TRUST_PROXY: text })).toEqual([
      `TRUST_PROXY must be addresses or ranges of your own proxies: ${range} is everybody, and anybody could say to be anybody else.`,
    ]);
    expect(refusedSettings({ WEBHOOK_ALLOW_CIDRS: text })).toEqual([]);
  },
);
