import { compileRules } from '@parapet/patterns';
import { builtInCatalog } from '../catalog/read-catalog';
import { connection, policy, recorded } from '../testing/facts';
import { allowedNow } from './judge-issue';
import { judgeObservation } from './judge-observation';

const catalog = builtInCatalog();

const WELL_FORMED = [
  'x.com',
  'X.com.',
  'tcp://x.com:80',
  '192.0.2.7:443',
  'x.com/a',
  '192.0.2.7/a',
];
const ODD = [
  'x.com..',
  '[x.com:80]:443',
  '[192.0.2.7:80]:443',
  'a b.x.com',
  '.',
  'x.com/a.b',
  'b.com/a.x.com',
  'xn--zz.é.x.com',
  'XN--zz.É.x.com.',
  'xn--zz。x.com',
  'https://xn--zz.é.x.com/a',
];

test.each([...WELL_FORMED, ...ODD])(
  'a policy resolves an issue about %j only if it would have kept it from being raised',
  (destination) => {
    const { data } = recorded(connection({ destination }));
    const before = judgeObservation(data, { rules: compileRules([]), catalog });
    if (!before) throw new Error('it goes where no policy allows');
    const rules = compileRules([policy(['x.com', '**.x.com', '192.0.2.7'])]);
    const raised = judgeObservation(data, { rules, catalog }) !== null;
    expect(allowedNow(before, rules) === null).toBe(raised);
  },
);

test.each([
  ...['faß.example:https', 'faß.example:443,good.example', 'faß.example\0x', 'faß.example//x.y'],
  ...['evil.example,é', '203.0.113.9,é', 'é,203.0.113.9'],
  ...['good.example,faß.example', 'evil.example,é.example', 'fe80::1%1,203.0.113.9'],
])(
  'what is blocked as one reading of %j is settled by no policy that allows the address',
  (destination) => {
    const names = ['fass.example', 'evil.example', '203.0.113.9'];
    const blocking = policy(names, { type: 'block' });
    const rules = compileRules([blocking, policy(['192.0.2.1'])]);
    const { data } = recorded(connection({ destination, destination_ip: '192.0.2.1' }));
    const found = judgeObservation(data, { rules, catalog });
    expect(found?.severity).toBe('critical');
    expect(found && allowedNow(found, rules)).toBeNull();
  },
);

test.each([
  '2001:db8::1,203.0.113.9',
  '2001:db8::1%1,203.0.113.9',
  '[2001:db8::1%1,203.0.113.9]:443',
])(
  'who allows the first of several hosts allows no other, and all are shown as they were sent: %s',
  (destination) => {
    const rules = compileRules([policy(['2001:db8::/32'])]);
    const found = judgeObservation(recorded(connection({ destination })).data, { rules, catalog });
    expect(found?.details['domain']).toBe(destination.replace(/^\[|\]:443$/g, ''));
    expect(found && allowedNow(found, rules)).toBeNull();
  },
);
