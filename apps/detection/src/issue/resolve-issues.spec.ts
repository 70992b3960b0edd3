import { isoTime } from '@parapet/contracts';
import { compileRules } from '@parapet/patterns';
import { policy, START } from '../testing/facts';
import { issueAbout } from '../testing/issue-about';
import { DETECTION } from './detect-issues';
import type { IssueDocument, PastStatus } from './issue.collection';
import { resolveIssues } from './resolve-issues';

const at = (second: number): string => isoTime(START + second * 1_000);
const became = (
  status: PastStatus['status'],
  second: number,
  status_by = 'token_1',
): PastStatus => ({
  ...{ status, status_by, status_at: at(second), status_reason: null, ignored_until: null },
});

/** An issue about a.example that had these statuses, the last one now. */
function issueThat(...statuses: readonly PastStatus[]): IssueDocument {
  const past = statuses.slice(0, -1);
  return { ...issueAbout({ domain: 'a.example' }), ...statuses.at(-1), ...{ past } };
}

/** Of policies that allow a.example and were last changed at these seconds, the one that resolves the issue. */
function resolvedBy(issue: IssueDocument, ...changed: readonly number[]): number | null {
  const policies = changed.map((second) =>
    policy(['a.example'], { id: `${second}`, updated_at: at(second) }),
  );
  const allowing = {
    rules: compileRules(policies),
    rulesAfter: (time: string) => compileRules(policies.filter((p) => p.updated_at > time)),
  };
  const [event] = resolveIssues([issue], allowing, { now: at(99), cause: '', nextId: () => '' });
  return event ? Number(event.actor) : null;
}

const found = became('open', 1, DETECTION);
const allowed = became('resolved', 3, 'policy_1');

test('what detection opened is resolved by any policy that allows it', () => {
  expect(resolvedBy(issueThat(found), 0)).toBe(0);
});

test('what a person opened is resolved only by a policy that was made or changed after that', () => {
  const issue = issueThat(found, allowed, became('open', 5));
  expect([resolvedBy(issue, 2), resolvedBy(issue, 5)]).toEqual([null, null]);
  expect([resolvedBy(issue, 6), resolvedBy(issue, 2, 6)]).toEqual([6, 6]);
});

test('what a person acknowledged after it had been settled stays so as if it had been opened', () => {
  expect(resolvedBy(issueThat(found, allowed, became('acknowledged', 5)), 2)).toBeNull();
  const both = issueThat(found, allowed, became('open', 5), became('acknowledged', 9));
  expect([resolvedBy(both, 2), resolvedBy(both, 6)]).toEqual([null, 6]);
});

test('an acknowledged issue is resolved by an older policy once what blocked it is gone', () => {
  expect(resolvedBy(issueThat(found, became('acknowledged', 5)), 2)).toBe(2);
  expect(resolvedBy(issueThat(found, became('acknowledged', 5), became('open', 6)), 2)).toBe(2);
});
