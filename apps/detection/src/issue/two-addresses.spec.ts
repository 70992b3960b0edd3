import type { Policy } from '@parapet/contracts';
import { compileRules } from '@parapet/patterns';
import { builtInCatalog } from '../catalog/read-catalog';
import { connection, policy, recorded } from '../testing/facts';
import { allowedNow, ruleAbout } from './judge-issue';
import { type Finding, judgeObservation } from './judge-observation';

const catalog = builtInCatalog();
const judge = (metadata: object, ...policies: Policy[]): Finding | null =>
  judgeObservation(recorded(connection(metadata)).data, { rules: compileRules(policies), catalog });
const block = (...patterns: string[]): Policy => policy(patterns, { type: 'block' });

describe.each(['198.51.100.7', '198.51.100.7:443', 'https://198.51.100.7/x'])(
  'of the address that was asked for (%s) and the one that was reached rules are asked of both',
  (destination) => {
    const behind = { destination, destination_ip: '10.0.0.5' };

    test.each(['198.51.100.0/24', '10.0.0.0/8'])('a block of either blocks: %s', (pattern) => {
      const found = judge(behind, block(pattern), policy(['10.0.0.0/8', '198.51.100.0/24']));
      expect(found).toMatchObject({ severity: 'critical', why: { policy: { pattern } } });
    });

    test('both are told', () =>
      expect(judge(behind)).toMatchObject({
        title: 'Unknown egress to 198.51.100.7',
        details: { domain: '198.51.100.7', ip: '10.0.0.5' },
      }));

    test('what was reached is allowed, what was asked for alone is not', () => {
      expect(judge(behind, policy(['10.0.0.5']))).toBeNull();
      expect(judge(behind, policy(['198.51.100.7']))).not.toBeNull();
    });

    test('who allowed what was asked for is told what has to be allowed', () =>
      expect(judge(behind, policy(['198.51.100.7']))?.why.reason).toBe(
        'no policy allows it: only the address that was reached can be allowed, 10.0.0.5',
      ));

    test('a proxy on this very host makes it no loopback', () =>
      expect(
        judge({ destination, destination_ip: '127.0.0.1' }, block('198.51.100.7')),
      ).toMatchObject({ severity: 'critical' }));

    test('a later policy that allows what was reached does not resolve what is blocked', () => {
      const { details, subject } = judge(behind) ?? {};
      if (!details || !subject) throw new Error('it is no issue');
      const rules = (...policies: Policy[]) => compileRules(policies);
      const allow = policy(['10.0.0.0/8']);
      expect(allowedNow({ details, subject }, rules(allow))).not.toBeNull();
      expect(allowedNow({ details, subject }, rules(allow, block('198.51.100.7')))).toBeNull();
      expect(ruleAbout({ details, subject }, rules(block('198.51.100.7')))).not.toBeNull();
    });
  },
);

test('the same address in two ways is one', () =>
  expect(judge({ destination: '::ffff:198.51.100.7', destination_ip: '198.51.100.7' })).toEqual(
    judge({ destination: '198.51.100.7' }),
  ));

test('who asked for this very host and reached another address went there', () =>
  expect(judge({ destination: '127.0.0.1', destination_ip: '198.51.100.7' })).toEqual(
    judge({ destination: '198.51.100.7' }),
  ));

test.each(['203.0.113.9.', '203.0.113.9.:443', 'http://203.0.113.9./'])(
  'a dot at the end makes no difference to an address: %s',
  (destination) => {
    expect(judge({ destination })?.issue_id).toBe(judge({ destination: '203.0.113.9' })?.issue_id);
    expect(judge({ destination }, block('203.0.113.0/24'))?.severity).toBe('critical');
    expect(judge({ destination }, policy(['203.0.113.9']))).toBeNull();
  },
);

test('this very host with a dot at its end is no egress', () =>
  expect(judge({ destination: '127.0.0.1.' })).toBeNull());
