import { type Policy, Problem } from '@parapet/contracts';
import { checkPolicy, compileRules } from '@parapet/patterns';
import fc from 'fast-check';
import type { IssueDocument } from '../issue/issue.collection';
import { ruleAbout } from '../issue/judge-issue';
import { policy } from '../testing/facts';
import { issueAbout } from '../testing/issue-about';
import { draftRules } from './draft-rules';
import { proposePolicies } from './propose-policies';

const labels = { repository: 'acme/web', workflow: 'build', job: 'test' };
const GITHUB = { platform: 'github_actions', labels } as const;

const proposals = (issue: IssueDocument, ...policies: Policy[]) =>
  proposePolicies(issue, compileRules(policies));
const inBrief = (issue: IssueDocument): string[] => proposals(issue).map(({ label }) => label);

test('a name is proposed for ever more agents, then with all that is beside it', () => {
  expect(inBrief(issueAbout({ domain: 'api.example.com', ip: '192.0.2.1' }, GITHUB))).toEqual([
    'api.example.com for repository acme/web, workflow build, job test',
    'api.example.com for repository acme/web, workflow build',
    'api.example.com for repository acme/web',
    'api.example.com for all agents',
    '*.example.com for repository acme/web, workflow build, job test',
    '*.example.com for repository acme/web, workflow build',
    '*.example.com for repository acme/web',
    '*.example.com for all agents',
  ]);
});

test('in a cluster a namespace is narrower than the cluster', () => {
  const subject = {
    platform: 'kubernetes',
    labels: { cluster: 'prod', namespace: 'shop' },
  } as const;
  expect(inBrief(issueAbout({ ip: '192.0.2.1' }, subject))).toEqual([
    '192.0.2.1 for cluster prod, namespace shop',
    '192.0.2.1 for namespace shop',
    '192.0.2.1 for cluster prod',
    '192.0.2.1 for all agents',
  ]);
});

test('what an agent is not known to be is not proposed', () => {
  const subject = { platform: 'github_actions', labels: { workflow: 'build' } } as const;
  expect(inBrief(issueAbout({ domain: 'example.com' }, subject))).toEqual([
    'example.com for all agents',
  ]);
  expect(inBrief(issueAbout({ ip: '2001:db8::1' }, { platform: 'vanilla' }))).toEqual([
    '2001:db8::1 for all agents',
  ]);
});

test('a proposal says where it comes from and can be created as it is', () => {
  const issue = issueAbout({ domain: 'api.example.com' }, GITHUB);
  expect(proposals(issue)[2]?.policy).toEqual({
    name: 'Allow api.example.com for repository acme/web',
    ...{ type: 'allow', scope: 'selected', enabled: true },
    selector: { platform: 'github_actions', repository: 'acme/web' },
    rules: [{ pattern: 'api.example.com', comment: 'from issue_0: Issue 0' }],
  });
});

test.each([
  ['api.example.co.uk', 'example.co.uk'],
  ['example.co.uk', null],
  ['example.info.pl', null],
  ['somebody.kawasaki.jp', null],
  ['example.xn--55qx5d.cn', null],
  ['somebody.github.io', null],
  ['app.somebody.github.io', 'somebody.github.io'],
  ['d111.cloudfront.net', null],
  ['ec2-203-0-113-7.compute-1.amazonaws.com', null],
  ['bucket.s3.eu-west-1.amazonaws.com', null],
  ['tunnel.eu.ngrok.io', null],
  ['service-abc-uc.a.run.app', null],
  ['account.file.core.windows.net', null],
  ['bucket.storage.googleapis.com', null],
  ['notgithub.io.example.com', 'io.example.com'],
  ['example.com', null],
  ['a.b.example.com', 'b.example.com'],
])('what is beside %s is proposed as *.%s', (domain, parent) => {
  const wide = inBrief(issueAbout({ domain })).filter((label) => label.startsWith('*'));
  const expected = parent === null ? [] : [`*.${parent} for all agents`];
  expect(wide).toEqual(expected);
});

test.each([
  [{}, 'This issue went nowhere'],
  [{ path: '/etc/shadow' }, 'This issue went nowhere'],
  [{ domain: 'localhost', ip: '127.0.0.1' }, 'No policy can allow localhost'],
  [{ ip: '127.0.0.1' }, 'No policy can allow 127.0.0.1'],
  [{ domain: '<img src=x>' }, 'No policy can allow <img src=x>'],
])('%j is a conflict with a sentence', (details, sentence) => {
  expect(() => proposals(issueAbout(details))).toThrow(Problem);
  expect(() => proposals(issueAbout(details))).toThrow(sentence);
});

test('where its name is none that a rule could match, its address is proposed', () =>
  expect(inBrief(issueAbout({ domain: 'a b.example', ip: '192.0.2.1' }, GITHUB))).toEqual([
    '192.0.2.1 for repository acme/web, workflow build, job test',
    '192.0.2.1 for repository acme/web, workflow build',
    '192.0.2.1 for repository acme/web',
    '192.0.2.1 for all agents',
  ]));

test('where several addresses were reached all of them are proposed together', () => {
  const issue = issueAbout({ ip: '192.0.2.1' }, { platform: 'vanilla', besides: ['2001:db8::1'] });
  expect(inBrief(issue)).toEqual(['192.0.2.1, 2001:db8::1 for all agents']);
  expect(proposals(issue)[0]?.policy.rules).toMatchObject([
    { pattern: '192.0.2.1' },
    { pattern: '2001:db8::1' },
  ]);
});

test.each(['*.*.*.1', '192.*.2.1', 'a.*.*.1', '*.0.2.1'])(
  'what an agent calls %s is no pattern for more than that: its address is proposed',
  (domain) =>
    expect(inBrief(issueAbout({ domain, ip: '192.0.2.1' }))).toEqual(['192.0.2.1 for all agents']),
);

test('what a policy blocks is allowed by none, and the conflict names it', () => {
  const issue = issueAbout({ domain: 'api.example.com' });
  const blocking = policy(['*.example.com'], { type: 'block', name: 'no examples' });
  expect(() => proposals(issue, blocking)).toThrow(
    /The policy "no examples" \(policy_\d+\) blocks it by \*\.example\.com/,
  );
  expect(proposals(issue, { ...blocking, enabled: false })).not.toEqual([]);
});

test('whatever an agent calls itself and its destination, each proposal can be created and allows the issue', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('prod', 'a\u202eb', 'x'.repeat(2_000), '\ud800', ' ', '__proto__'),
  );
  const names = fc.constantFrom('cluster', 'namespace', 'repository', 'workflow', 'job');
  const subject = fc.record({
    platform: fc.constantFrom('kubernetes', 'github_actions', 'vanilla'),
    labels: fc.dictionary(names, text),
  });
  const domain = fc.oneof(fc.domain(), text);
  const holds = fc.property(domain, subject, (name, about) => {
    const issue = issueAbout({ domain: name }, about);
    let found: ReturnType<typeof proposals> = [];
    try {
      found = proposals(issue);
    } catch (error) {
      expect(error).toBeInstanceOf(Problem);
    }
    for (const { policy: proposed } of found)
      expect(ruleAbout(issue, draftRules(checkPolicy(proposed)))).not.toBeNull();
  });
  fc.assert(holds, { seed: 20260303, numRuns: 300 });
});
