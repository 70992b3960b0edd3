import type { IssueView } from '../api/generated/types.gen';
import { exportPath, filtersOf, lets } from './issue-filters';
import { issuesSearch } from './issues.search';

const ISSUE: IssueView = {
  ...{ id: 'issue_1', title: 'Unknown egress', severity: 'high', verdict: 'detected' },
  ...{ status: 'open', created_at: '2026-03-03T10:00:00.000Z', agent_id: 'agent_1' },
  details: { domain: 'x.example', ip: '203.0.113.9', port: 8443, command: 'Straße 100%_done' },
  ...{ micro_context: { platform: 'vanilla', cluster: 'prod', node: 'node-7' }, occurrences: 1 },
  ...{ first_seen: '2026-03-03T10:00:00.000Z', last_seen: '2026-03-03T10:00:00.000Z' },
};

test('without a status open issues are shown, and all where the address says so', () => {
  expect(filtersOf({})).toEqual({ status: 'open' });
  expect(filtersOf({ status: 'all', severity: 'low' })).toEqual({ severity: 'low' });
});

test('what cannot be in an address is left out of it', () => {
  const search = { severity: 'worst', status: 'gone', since: 'yesterday', verdict: 'blocked' };
  expect(issuesSearch({ ...search, other: 1, destination: '' })).toEqual({ verdict: 'blocked' });
  expect(issuesSearch({ destination: 127, search: ' ' })).toEqual({ destination: '127' });
  expect(issuesSearch({ search: ' a b ' })).toEqual({ search: 'a b' });
});

test.each([
  [{}, true],
  [{ severity: 'high', verdict: 'detected', status: 'open' }, true],
  [{ severity: 'low' }, false],
  [{ status: 'resolved' }, false],
  [{ agent_id: 'agent_1' }, true],
  [{ agent_id: 'agent_2' }, false],
  [{ destination: 'x.example' }, true],
  [{ destination: 'X.example.' }, true],
  [{ destination: '203.0.113.9' }, false],
  [{ search: 'EGRESS' }, true],
  [{ search: 'STRAßE 100%_' }, true],
  [{ search: 'strasse' }, false],
  [{ search: 'Node-7' }, true],
  [{ search: '8443' }, false],
  [{ search: 'vanilla' }, false],
  [{ search: 'egress', severity: 'low' }, false],
  [{ since: '2026-03-03T10:00:00.000Z' }, false],
  [{ since: '2026-03-03T09:59:59.999999999Z' }, true],
  [{ until: '2026-03-03T10:00:00.000Z' }, true],
  [{ until: '2026-03-03T09:59:59.999999999Z' }, false],
] as const)('filters %j let an issue of the stream through: %s', (filters, through) => {
  expect(lets(filters, ISSUE)).toBe(through);
});

test('an issue without a domain is found by its address', () => {
  const details = { ip: '203.0.113.9' };
  expect(lets({ destination: '203.0.113.9' }, { ...ISSUE, details })).toBe(true);
});

test('what is downloaded is what is shown', () => {
  const path = exportPath({ status: 'open', destination: 'a&b=c.example' }, 'csv');
  expect(path).toBe('/v1/issues/export?format=csv&status=open&destination=a%26b%3Dc.example');
});
