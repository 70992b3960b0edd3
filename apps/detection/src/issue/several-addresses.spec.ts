import type { Policy } from '@parapet/contracts';
import { compileRules, parseAddress } from '@parapet/patterns';
import { builtInCatalog } from '../catalog/read-catalog';
import { connection, policy, recorded } from '../testing/facts';
import { allowedNow } from './judge-issue';
import { type Finding, judgeObservation } from './judge-observation';
import { ofWorst } from './match-rules';

const catalog = builtInCatalog();
const judge = (destination_ip: string, ...policies: Policy[]): Finding | null => {
  const sent = connection({ destination: 'good.example', destination_ip });
  return judgeObservation(recorded(sent).data, { rules: compileRules(policies), catalog });
};
const judgeAlone = (destination_ip: string, ...policies: Policy[]): Finding | null =>
  judgeObservation(recorded(connection({ destination_ip })).data, {
    ...{ rules: compileRules(policies), catalog },
  });
const block = (...patterns: string[]): Policy => policy(patterns, { type: 'block' });
const allow = policy(['good.example']);

test.each(['203.0.113.9,198.51.100.7', '198.51.100.7, 203.0.113.9', '127.0.0.1,198.51.100.7'])(
  'of several addresses that were reached the one that is blocked counts: %s',
  (reached) => {
    const rules = [allow, block('198.51.100.7')];
    const found = judge(reached, ...rules);
    expect(found).toMatchObject({
      ...{ severity: 'critical', title: 'Forbidden egress to good.example' },
      details: { domain: 'good.example', ip: '198.51.100.7' },
    });
    expect(found && allowedNow(found, compileRules(rules))).toBeNull();
  },
);

test('so it is of IPv6', () =>
  expect(judge('2001:db8::1,2001:db9::1', allow, block('2001:db9::/32'))?.details['ip']).toBe(
    '2001:db9::1',
  ));

test.each(['fe80::1%eth0,198.51.100.7', 'fe80::1%2, 198.51.100.7', '198.51.100.7,fe80::1%eth0'])(
  'of an address on this link the zone ends before the next one: %s',
  (reached) =>
    expect(judge(reached, allow, block('198.51.100.7'))?.details['ip']).toBe('198.51.100.7'),
);

test('who went to a name that is allowed, and to nothing that is blocked, raises nothing', () =>
  expect(judge('203.0.113.9,198.51.100.7', allow, block('192.0.2.0/24'))).toBeNull());

test('without a name nothing is raised where all of them are allowed', () => {
  const reached = '203.0.113.9,198.51.100.7';
  expect(judgeAlone(reached, policy(['203.0.113.9', '198.51.100.0/24']))).toBeNull();
  expect(judgeAlone(reached, policy(['203.0.113.9']))?.title).toBe(
    'Unknown egress to 198.51.100.7',
  );
});

test.each([
  { destination_ip: '203.0.113.9,198.51.100.7' },
  { destination_ip: '203.0.113.9,198.51.100.7', destination: 'unknown.example' },
])(
  'a policy that allows one of them resolves nothing, one that allows all of them does: %j',
  (sent) => {
    const { data } = recorded(connection(sent));
    const raised = (...policies: Policy[]): Finding => {
      const found = judgeObservation(data, { rules: compileRules(policies), catalog });
      if (!found) throw new Error('it is no issue');
      return found;
    };
    const [one, other] = [policy(['203.0.113.9']), policy(['198.51.100.7'])];
    for (const found of [raised(), raised(one), raised(other)]) {
      expect(allowedNow(found, compileRules([one]))).toBeNull();
      expect(allowedNow(found, compileRules([other]))).toBeNull();
      expect(allowedNow(found, compileRules([one, block('198.51.100.7')]))).toBeNull();
      expect(allowedNow(found, compileRules([one, other]))).not.toBeNull();
    }
  },
);

test('where nothing is said of any of them the first is told, but none of this very host', () => {
  expect(judge('203.0.113.9,198.51.100.7')?.details['ip']).toBe('203.0.113.9');
  expect(judgeAlone('127.0.0.1,198.51.100.7')?.title).toBe('Unknown egress to 198.51.100.7');
  expect(judgeAlone('127.0.0.1,127.0.0.2')).toBeNull();
});

test('what else a name may be taken for is asked once for all addresses: a long one would take as many times as long', () => {
  const otherwise = jest.fn(() => []);
  const reached = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'].map((ip) => {
    const address = parseAddress(ip);
    if (!address) throw new Error('it is one');
    return address;
  });
  const [ip, ...besides] = reached;
  const name = { domain: 'a.example,b.example', wellFormed: false, loopback: false };
  const subject = { platform: 'kubernetes', labels: {} } as const;
  const body = { kind: 'network_connection', verdict: 'detected', metadata: {} } as const;
  const seen = { ...body, subject, destination: { ...name, ip, besides, otherwise } };
  const worst = ofWorst(seen, compileRules([block('192.0.2.3')]));
  expect(worst.destination?.ip?.text).toBe('192.0.2.3');
  expect(otherwise).toHaveBeenCalledTimes(1);
});
