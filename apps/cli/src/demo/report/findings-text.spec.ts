import type { Found } from '../find-issues';
import { findingsText } from './findings-text';
import { lookOf } from './look';

const ISSUE: Found = {
  ...{ id: 'issue_1', title: 'Unknown egress to 10.96.0.1', severity: 'low', status: 'resolved' },
  ...{ verdict: 'detected', process: '/app/cert-operator' },
  ...{ occurrences: 90, agent: 'demo-node-1', why: 'no policy allows it' },
  reason: 'policy "Demo: what the shop reaches" (policy_1, version 2) allows it by 10.96.0.1',
};

test('an issue is a line, and below it why it is one and why it is none any more', () => {
  expect(findingsText([ISSUE], lookOf({ columns: 80 }, {}))).toEqual([
    'SEVERITY  TIMES  AGENT        ISSUE, AND WHY',
    'low          90  demo-node-1  Unknown egress to 10.96.0.1',
    '                              /app/cert-operator: no policy allows it',
    '                              resolved: policy "Demo: what the shop reaches"',
    '                              (policy_1, version 2) allows it by 10.96.0.1',
  ]);
});

test('of what was blocked it says so', () => {
  const blocked: Found = { ...ISSUE, verdict: 'blocked', status: 'open', process: null };
  expect(
    findingsText([blocked], lookOf({ columns: 80 }, {}))
      .at(-1)
      ?.trim(),
  ).toBe('no policy allows it; the agent blocked it');
});

test.each([60, 80, 120])('nothing but a long word is wider than %i columns', (columns) => {
  const lines = findingsText([ISSUE], lookOf({ columns }, {}));
  expect(lines.filter((line) => line.length > columns)).toEqual([]);
});

test('a person at a terminal sees colours, who refuses them or pipes does not', () => {
  const coloured = (stream: { isTTY?: boolean }, env = {}): boolean =>
    findingsText([ISSUE], lookOf(stream, env)).join('').includes('\u001b[36m');
  expect(coloured({ isTTY: true })).toBe(true);
  expect(coloured({ isTTY: true }, { NO_COLOR: '1' })).toBe(false);
  expect(coloured({})).toBe(false);
});
