import { dayOf } from '../day/day';
import type { Found } from '../find-issues';
import type { Played } from '../run-demo';
import { lookOf } from './look';
import { playedJson, playedText } from './played-text';

const { planted } = dayOf(1, Date.parse('2026-03-03T10:00:00Z'));
const ISSUE: Found = {
  ...{ id: 'issue_1', title: 'Crypto miner executed', severity: 'high', agent: 'demo-node-2' },
  ...{ verdict: 'detected', status: 'open', occurrences: 2, process: null, reason: null },
  why: 'the agent reported it',
};
const PLAYED: Played = {
  ...{ url: 'http://127.0.0.1:1', run: '1-x', kept: 100, agents: [], found: [ISSUE] },
  ...{ missing: [], unexpected: [], told: [] },
};
const endOf = (change: Partial<Played>): string[] =>
  playedText({ ...PLAYED, ...change }, lookOf({}, {})).slice(6);

test('what was found is told with what it was found among', () => {
  expect(endOf({})).toEqual([
    ...['', 'All 1 things that were planted were found, each observation counted once.'],
    'None of 98 ordinary observations became an issue.',
    'Webhooks told of it 0 times; every signature verified.',
  ]);
});

test('where no webhook may come, nothing is said of any', () => {
  expect(endOf({ told: null }).join()).not.toContain('Webhooks');
});

test('what is missing, and what should not be there, is named, and nothing is praised', () => {
  const end = endOf({ missing: planted.slice(0, 1), unexpected: [ISSUE], told: null });
  expect(end).toEqual([
    '',
    'Not found as it is: Unknown egress to collect.telemetry-kit.example (demo-runner-2)',
    'Raised of what is ordinary: Crypto miner executed (demo-node-2)',
  ]);
});

test('machines are told what is missing without the observations of it', () => {
  expect(JSON.parse(playedJson({ ...PLAYED, missing: planted.slice(0, 1) }))).toMatchObject({
    missing: [
      {
        ...{ title: 'Unknown egress to collect.telemetry-kit.example', severity: 'high' },
        ...{ agent: 'demo-runner-2', occurrences: 24 },
      },
    ],
    webhooks: [],
  });
});
